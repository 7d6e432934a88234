"""The starter: what ``axiomatrix init`` writes, and that it passes the commands of its own workflow."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
from pathlib import Path

import pytest
from plugin_runs import axiomatrix_in

import axiomatrix
from axiomatrix.cli.init import STARTER, AlreadyThere, requirement, template, write_starter

ROOT = Path(__file__).parents[2]
SOURCE = Path(axiomatrix.__file__).parents[1]
FILES = ["my_metrics.py", "my_conjecture.py", "test_axioms.py", ".github/workflows/axioms.yml"]


def test_the_files_and_that_nothing_is_overwritten(tmp_path: Path) -> None:
    done = axiomatrix_in(tmp_path, "init", "made", code=0)
    made = tmp_path / "made"
    assert sorted(p.relative_to(made).as_posix() for p in made.rglob("*") if p.is_file()) == sorted(FILES)
    assert [f"written: {Path('made', name)}" in done.stdout for name in FILES] == [True] * 4
    (made / "my_metrics.py").write_text("mine", encoding="utf-8")
    (made / "test_axioms.py").unlink()
    done = axiomatrix_in(tmp_path, "init", "made", code=2)
    assert f"these files exist: {Path('made/my_metrics.py')}, " in done.stderr
    assert "add --force to overwrite them" in done.stderr
    assert not (made / "test_axioms.py").exists()
    assert (made / "my_metrics.py").read_text(encoding="utf-8") == "mine"
    axiomatrix_in(tmp_path, "init", "made", "--force", code=0)
    assert (made / "my_metrics.py").read_text(encoding="utf-8") == template("my_metrics.py")
    assert "  cd 'made here'\n" in axiomatrix_in(tmp_path, "init", "made here", code=0).stdout


def test_a_file_where_a_folder_is_wanted_is_a_usage_error(tmp_path: Path) -> None:
    (tmp_path / "made").write_text("", encoding="utf-8")
    assert "error: made is a file; it must be a folder" in axiomatrix_in(tmp_path, "init", "made", code=2).stderr


def test_a_link_that_leads_nowhere_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "my_metrics.py").symlink_to(tmp_path / "elsewhere.py")
    with pytest.raises(AlreadyThere):
        write_starter(tmp_path)
    assert not (tmp_path / "elsewhere.py").exists()


def test_the_starter_is_commented_and_is_python() -> None:
    for name in STARTER:
        text = template(name)
        assert text.count("#") >= 1
        if name.endswith(".py"):
            assert ast.get_docstring(ast.parse(text))


def commands(workflow: str) -> dict[str, list[str]]:
    """The commands of each job, in their order."""
    jobs: dict[str, list[str]] = {}
    for line in workflow.split("\njobs:\n")[1].splitlines():
        if job := re.fullmatch(r"  (\w+):", line):
            jobs[job[1]] = []
        elif command := re.fullmatch(r"      - run: (.+)", line):
            jobs[list(jobs)[-1]].append(command[1])
        else:
            assert "run:" not in line, line
    return jobs


def environment(directory: Path) -> dict[str, str]:
    """A fresh virtual environment in which the package is installed: this source, beside what it depends on here."""
    venv.create(directory, symlinks=True)
    bin = directory / "bin"
    asked = "import sysconfig; print(sysconfig.get_path('purelib'))"
    done = subprocess.run([bin / "python", "-c", asked], capture_output=True, text=True, check=True)
    site = Path(done.stdout.strip())
    lines = [str(SOURCE), *dict.fromkeys([sysconfig.get_path("purelib"), sysconfig.get_path("platlib")])]
    (site / "source.pth").write_text("\n".join(lines) + "\n", encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = site / f"axiomatrix-{project['version']}.dist-info"
    info.mkdir()
    about = f"Metadata-Version: 2.1\nName: axiomatrix\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(about, encoding="utf-8")
    points = [
        f"[{group}]\n{name} = {value}\n" for group, p in project["entry-points"].items() for name, value in p.items()
    ]
    (info / "entry_points.txt").write_text("\n".join(points), encoding="utf-8")
    module, function = project["scripts"]["axiomatrix"].split(":")
    script = bin / "axiomatrix"
    text = f"#!{bin / 'python'}\nfrom {module} import {function}\n\nif __name__ == '__main__':\n    {function}()\n"
    script.write_text(text, encoding="utf-8")
    script.chmod(0o755)
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PYTEST_", "COV_CORE_", "GITHUB_"))}
    path = os.pathsep.join([str(bin), os.environ["PATH"]])
    return {**kept, "PATH": path, "VIRTUAL_ENV": str(directory), "CI": "true", "GITHUB_RUN_NUMBER": "7"}


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="the workflow's commands are for the shell of its Linux machine")
def test_the_starter_passes_the_commands_of_its_own_workflow_in_a_fresh_environment(tmp_path: Path) -> None:
    made, around = tmp_path / "made", environment(tmp_path / "venv")
    run = ["axiomatrix", "init", str(made)]
    subprocess.run(run, env=around, check=True, capture_output=True)
    jobs = commands((made / ".github" / "workflows" / "axioms.yml").read_text(encoding="utf-8"))
    assert list(jobs) == ["check", "explore"]
    assert [len(of_job) for of_job in jobs.values()] == [4, 5]
    for project, requirements, package, *rest in jobs.values():
        assert package == 'python -m pip install "$AXIOMATRIX"'  # what the environment stands for
        for command in (project, requirements, *rest):
            shell = ["bash", "-e", "-c", command]
            done = subprocess.run(shell, cwd=made, env=around, capture_output=True, text=True, check=False)
            assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
            assert str(sys.prefix) not in done.stderr
    tests = ["python", "-m", "pytest", "-q", "--axiomatrix-seed", "0"]
    done = subprocess.run(tests, cwd=made, env=around, capture_output=True, text=True, check=False)
    assert "3 passed, 1 xfailed" in done.stdout, done.stdout + done.stderr
    reports = ("axioms/compliance.junit.xml", "axioms/compliance.sarif")
    for name in (*reports, "axioms/site/index.html", "found/compliance.json", "found/conjecture/answer.md"):
        assert (made / name).is_file()
    witnesses = list((made / "found" / "witnesses").glob("*.json"))
    assert witnesses  # what the exploring job files
    replay = ["axiomatrix", "verify", str(witnesses[0]), "my_metrics.py"]
    assert subprocess.run(replay, cwd=made, env=around, check=False, capture_output=True).returncode == 0


@pytest.mark.parametrize(
    ("noted", "pinned", "is_known"),
    [
        (None, "axiomatrix==7.1", True),
        (
            {"url": "https://example.org/us/axiomatrix.git", "vcs_info": {"vcs": "git", "commit_id": "ab12"}},
            "axiomatrix @ git+https://example.org/us/axiomatrix.git@ab12",
            True,
        ),
        (
            {"url": "ssh://git@example.org/axiomatrix.git", "vcs_info": {"vcs": "git", "commit_id": "ab12"}},
            "axiomatrix @ git+ssh://git@example.org/axiomatrix.git@ab12",
            True,
        ),
        (
            {"url": "https://example.org/axiomatrix-7.1-py3-none-any.whl", "archive_info": {}},
            "axiomatrix @ https://example.org/axiomatrix-7.1-py3-none-any.whl",
            True,
        ),
        ({"url": "file:///home/me/axiomatrix", "dir_info": {"editable": True}}, "axiomatrix==7.1", False),
        ({"url": 'https://example.org/"; rm -rf .'}, "axiomatrix==7.1", False),
        ("no json", "axiomatrix==7.1", True),
    ],
)
def test_the_workflow_installs_this_package_from_where_it_was_installed(
    noted: object, pinned: str, is_known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Installed:
        version = "7.1"

        def read_text(self, name: str) -> str | None:
            assert name == "direct_url.json"
            return noted if noted is None or isinstance(noted, str) else json.dumps(noted)

    monkeypatch.setattr("axiomatrix.cli.init.distribution", lambda name: Installed())
    assert (requirement()[0], requirement()[1] == "") == (pinned, is_known)
    assert f'AXIOMATRIX: "{pinned}"\n' in template(".github/workflows/axioms.yml")


def test_the_hook_of_pre_commit_checks_files_by_a_command_that_there_is(tmp_path: Path) -> None:
    lines = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8").splitlines()
    hook = dict(line.lstrip("- ").split(" #")[0].split(": ", 1) for line in lines)
    files = ["my_metrics.py", "lib/metrics.py", "test_my_metrics.py", "other.py"]
    assert [file for file in files if re.search(hook["files"], file)] == files[:2]
    (tmp_path / "my_metrics.py").write_text(template("my_metrics.py"), encoding="utf-8")
    program, *arguments = hook["entry"].split()
    assert program == "axiomatrix"
    axiomatrix_in(tmp_path, *arguments, "my_metrics.py", code=0)
