"""Shared by the scenarios: a service with domains, folders of files, waiting."""

import time
from contextlib import contextmanager
from pathlib import Path

from product import Service


def domain_names(count, label="independent"):
    return [f"{label}-{index}.example" for index in range(count)]


@contextmanager
def running_service(options, domains, settings=None):
    """A service with verified domains; it is always stopped and removed."""
    service = Service(options.root, settings)
    try:
        service.start()
        if domains:
            service.run("domains", "add", "-", text="\n".join(domains))
        yield service
    finally:
        service.remove()


def write_files(folder, files):
    """Writes files for an import into subfolders. @returns the folder"""
    for index, file in enumerate(files):
        place = Path(folder) / f"part-{index % 7}"
        place.mkdir(parents=True, exist_ok=True)
        (place / file.name).write_bytes(file.body)
    return str(folder)


def wait_for_reports(checks, service, total, within_s=240):
    """Waits until `total` reports are listed and checks that the number does not change."""
    deadline = time.monotonic() + within_s
    found = -1
    while time.monotonic() < deadline:
        found = count_reports(service)
        if found >= total:
            break
        time.sleep(0.3)
    time.sleep(2.5)  # Late and duplicate reports would appear now.
    checks.equal("reports listed in the end", count_reports(service), total)


def count_reports(service):
    return service.client.get("/reports", per_page=1).json["meta"]["total"]
