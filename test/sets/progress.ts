import type { Reporter, TestModule } from "vitest/node";

const SAY_EVERY_MS = 10_000;

/** Says every few seconds how far a run is, where no terminal shows vitest's own summary. */
export default class Progress implements Reporter {
  private total = 0;
  private files = 0;
  private failedFiles = 0;
  private startedAt = 0;
  private timer: NodeJS.Timeout | undefined;

  onTestRunStart(specifications: readonly unknown[]): void {
    if (process.stdout.isTTY) return;
    this.total = specifications.length;
    this.startedAt = performance.now();
    this.timer = setInterval(() => this.say(), SAY_EVERY_MS);
    this.timer.unref();
  }

  onTestModuleEnd(module: TestModule): void {
    this.files += 1;
    if (!module.ok()) this.failedFiles += 1;
  }

  onTestRunEnd(): void {
    clearInterval(this.timer);
  }

  private say(): void {
    const seconds = Math.round((performance.now() - this.startedAt) / 1000);
    console.log(`Progress: ${this.files} of ${this.total} test files, ${this.failedFiles} failed, ${seconds} s`);
  }
}
