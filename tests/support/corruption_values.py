"""Values that nobody expects in a file: what a machine-made corrupted file has in place of what belongs there.

A value is JSON text, not a Python object, so that it may be what Python would never write: ``1e400``, a number of five
thousand digits, brackets nested a hundred thousand times.
"""

from __future__ import annotations

import json

MARK = "PWNED"
"""The file that code makes which is hidden in a text, if it is ever run; and, in small letters, a module to import."""

DEEP = 100_000

OTHER_TYPES = {
    "null": "null",
    "true": "true",
    "false": "false",
    "zero": "0",
    "one": "1",
    "minus-one": "-1",
    "half": "0.5",
    "empty-text": '""',
    "text": '"a"',
    "empty-list": "[]",
    "list": '["a", 1, null]',
    "empty-object": "{}",
    "object": '{"a": {"b": [1]}}',
}

NUMBERS = {
    "minus-zero": "-0",
    "minus-zero-float": "-0.0",
    "beyond-64-bits": str(2**64),
    "minus-beyond-64-bits": str(-(2**63) - 1),
    "overflowing-float": "1e400",
    "ten-to-the-5000": "1" + "0" * 5000,
    "four-thousand-digits": "7" * 4000,
    "nan": "NaN",
    "infinity": "Infinity",
    "minus-infinity": "-Infinity",
    "tiny": "1e-400",
}

DEPTH = {
    "deep-list": "[" * DEEP + "]" * DEEP,
    "deep-object": '{"a":' * DEEP + "1" + "}" * DEEP,
    "deep-list-unclosed": "[" * DEEP,
    "list-of-depth-900": "[" * 900 + "]" * 900,
    "object-of-depth-900": '{"a":' * 900 + "1" + "}" * 900,
    "long-list": "[" + "0, " * 200_000 + "0]",
    "long-list-of-texts": "[" + '"1", ' * 50_000 + '"1"]',
    "list-of-lists": "[" + "[], " * 100_000 + "[]]",
}

_TEXTS = {
    "huge-text": "x" * 1_500_000,
    "long-text": "x" * 50_000,
    "long-digits": "9" * 15_000,
    "escape-sequences": "\x1b[2J\x1b]0;owned\x07\x1b[31mall is well\x9b1m\b\b\b",
    "new-lines": "a\nerror: nothing is wrong\r\nthe witness stands\x0b\x0c\x85",
    "reversed": "a\u202egnorw si gnihton\u2066\u200b\ufeff",
    "lone-surrogate": "a\ud800b\udfff",
    "null-character": "a\x00b",
    "markup": "[bold red]<script>alert(1)</script>[/] `|` {{ 7 * 7 }} {% raw %}",
    "format": "{0.__class__.__mro__} %s%s%s%n {metric.__globals__}",
    "path-upwards": "../../../../PWNED",
    "path-upwards-in-metric": "kendall/../../PWNED",
    "path-absolute": "/PWNED",
    "path-of-windows": "C:\\PWNED\\..\\con",
    "path-null": "reports\x00/PWNED",
    "code-system": "__import__('os').system('touch PWNED')",
    "code-open": "open('PWNED', 'w').write('x')",
    "code-import": "__import__('pwned')",
    "code-dunder": "().__class__.__base__.__subclasses__()",
    "code-in-log": "log(__import__('os').system('touch PWNED'))",
    "code-in-root": "root(2, __import__('pwned'))",
    "code-lambda": "(lambda: open('PWNED', 'w'))()",
    "code-statement": "1\nimport pwned",
    "code-comprehension": "[open('PWNED', 'w') for x in (1,)][0]",
    "code-walrus": "(x := __import__('pwned'))",
    "code-format": "f\"{__import__('pwned')}\"",
    "pickle": "cos\nsystem\n(S'touch PWNED'\ntR.",
    "yaml": "!!python/object/apply:os.system ['touch PWNED']",
}

_NUMBER_TEXTS = {
    "tower": "9**9**9",
    "tower-of-logs": "log(2)**9**9**9",
    "long-power": "2**99999999999",
    "power-of-a-root": "root(3, 999999999999999989)**999999999999999988",
    "many-roots": "(" + "+".join(f"sqrt({p})" for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)) + ")",
    "one-over-many-roots": "1/(" + "+".join(f"sqrt({p})" for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31)) + ")",
    "many-logs-squared": "*".join(["(" + "+".join(f"log({p})" for p in (2, 3, 5, 7, 11, 13, 17, 19, 23)) + ")"] * 8),
    "prime-to-factor": "log(999999999989)+sqrt(999999999961)",
    "divided-by-zero": "1/0",
    "zero-by-zero": "0/0",
    "formal-zero": "1/(log(4)-2*log(2))",
    "exponent": "1e999999999",
    "small-exponent": "1e-999999999",
    "log-of-zero": "log(0)",
    "root-of-minus-one": "sqrt(-1)",
    "root-of-order-zero": "root(2, 0)",
    "root-of-order-minus-one": "root(2, -1)",
    "negative": "-1",
    "nan-text": "nan",
    "infinity-text": "inf",
    "full-width-digit": "\uff11",
    "arabic-digit": "\u0663",
    "underscores": "1_000",
    "hexadecimal": "0x10",
    "true-text": "True",
    "ellipsis": "...",
    "many-brackets": "(" * 3000 + "1" + ")" * 3000,
    "many-signs": "-" * 9000 + "1",
    "long-sum": "+".join(["1"] * 9000),
    "long-product": "*".join(["7"] * 9000),
    "digits-beyond-the-limit": "1" * 5000,
    "fraction-of-many-digits": "1/" + "3" * 4200,
    "spaces": " " * 10_000 + "1",
    "new-line-in-a-number": "1\n",
    "null-in-a-number": "1\x00",
    "comment": "1 # 2",
}

TEXTS = {name: json.dumps(text) for name, text in _TEXTS.items()}
NUMBER_TEXTS = {name: json.dumps(text) for name, text in _NUMBER_TEXTS.items()}

OBJECTS = {
    "class": '{"__class__": "os.system", "__init__": ["touch PWNED"]}',
    "reduce": '{"__reduce__": ["os.system", ["touch PWNED"]]}',
    "py-object": '{"py/object": "pwned.Thing", "py/reduce": [{"py/function": "os.system"}, ["touch PWNED"]]}',
    "reference": '{"$ref": "file:///dev/zero"}',
    "self": '{"self": 1, "cls": 2, "args": 3, "kwargs": 4}',
}

VALUES = {**OTHER_TYPES, **NUMBERS, **DEPTH, **TEXTS, **NUMBER_TEXTS, **OBJECTS}
"""Every value by its name."""

KEYS = (
    "__class__",
    "__dict__",
    "__reduce__",
    "self",
    "format",
    "",
    "a" * 10_000,
    "\x1b[31m",
    "\ud800",
    "../PWNED",
    "0",
)
"""Keys that are added, or take the place of others."""
