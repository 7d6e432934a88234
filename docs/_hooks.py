"""What mkdocs runs: it adds the generated pages to the documentation, and puts the site of the report beside them."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE))  # mkdocs takes it away again once this file is loaded

from _reference import elsewhere, finding, look, pages, places  # noqa: E402  # needs the line above

from axiomatrix.model.registry import REGISTRY  # noqa: E402
from axiomatrix.report import site  # noqa: E402

_made: dict[str, str | bytes] = {}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Make the pages, and give them their place in the navigation."""
    _made.clear()
    _made.update(pages.everything(ROOT))
    nav: list[Any] = config.nav or []
    config.nav = [*nav, *pages.navigation(_made)]
    config.extra |= {"head": look.head(), "homepage": look.head()[0][1]}
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated files to those that people write, and the files of the repository that these link to."""
    for page in list(files.documentation_pages()):
        for path in elsewhere.linked(page.content_string, page.src_uri):
            if (ROOT / path).is_file() and f"{elsewhere.FILES}/{path}" not in files.src_uris:
                content = (ROOT / path).read_bytes()
                place = f"{elsewhere.FILES}/{path}"
                files.append(File.generated(config, place, content=content, inclusion=InclusionLevel.NOT_IN_NAV))
    for name, made in _made.items():
        files.append(File.generated(config, name, content=made))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn links to files of the repository to where they are in the built documentation."""
    return elsewhere.rewritten(markdown, page.file.src_uri, lambda path: (ROOT / path).is_file())


def on_post_build(config: MkDocsConfig) -> None:
    """Write the interactive site of the committed report beside the pages, which link into it, and let them find it."""
    inputs = site.read(ROOT / "reports" / "compliance.json", REGISTRY)
    folder = Path(config.site_dir) / places.SITE
    folder.mkdir(parents=True, exist_ok=True)
    site.write_site(replace(inputs, documentation="../index.html", source=config.repo_url or ""), folder)
    index = Path(config.site_dir) / "search" / "search_index.json"
    found = json.loads(index.read_text(encoding="utf-8"))
    found["docs"] += finding.entries(REGISTRY)
    index.write_text(json.dumps(found), encoding="utf-8")
