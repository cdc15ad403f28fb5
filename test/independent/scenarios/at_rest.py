"""Without disturbance: uploads and imports of every form, then every answer is compared."""

from concurrent.futures import ThreadPoolExecutor

from compare import compare_all
from containers import pack, pack_all
from reports import Generator
from scenarios.setting import domain_names, running_service, wait_for_reports, write_files

# Encoded, such a report needs several messages of the log.
LARGE_RECORDS = 9_000


def at_rest(checks, options):
    domains = domain_names(7)
    generator = Generator(options.seed, domains)
    reports = [generator.report() for _ in range(options.reports)]
    reports += [generator.report(records=LARGE_RECORDS), generator.report(records=LARGE_RECORDS * 2 // 3)]
    files = pack_all(reports, generator.random)
    half = len(files) // 2
    copies = [pack(draw, "gz", f"copy-{index}") for index, draw in enumerate(generator.random.sample(reports, min(20, len(reports))))]
    with running_service(options, domains) as service:
        checks.say(f"uploads {half} files, imports {len(files) - half}")
        with ThreadPoolExecutor(6) as pool:
            answers = list(pool.map(service.client.upload_until_accepted, files[:half]))
        for data in answers:
            for entry in data["entries"]:
                checks.one_of(f"outcome of {entry['path']}", entry["outcome"], {"accepted"})
        folder = write_files(f"{service.folder}/files", files[half:])
        service.run("import", folder)
        wait_for_reports(checks, service, len(reports))
        checks.say("sends some again, in other containers")
        for file in copies:
            (entry,) = service.client.upload_until_accepted(file)["entries"]
            checks.equal(f"outcome of {file.name}", entry["outcome"], "duplicate")
        service.run("import", folder)
        compare_all(checks, service, reports, details_max=options.details)
        service.stop()
        service.start()
        checks.say("compares again after a restart")
        compare_all(checks, service, reports, details_max=10)
