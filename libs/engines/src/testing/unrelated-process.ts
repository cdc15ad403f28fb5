// An unrelated process for tests: does nothing until it is killed.
setInterval(() => undefined, 60_000);
