import { UsageError } from "@ruaflow/runtime/errors";
import { type Environment, readSettings } from "@ruaflow/runtime/settings";
import type { Command } from "commander";
import type { ServiceAddress } from "../stores/api-url.ts";
import type { Stores } from "../stores/stores.ts";
import { withStores } from "../stores/with-stores.ts";

const HELP = `
Adds the reserved names brightwater.example, northfield.example and
oldharbor.example with 90 days of reports up to the day of its first run.
Running it again adds nothing.

With --clients it adds an MSP's portfolio instead: clients with 1 to 12 domains
each, their references and labels, 60 days of reports, domains that wait for
their verification, alerts, webhooks with deliveries, and refused files. The
same number makes the same clients. 300 clients have about 2,000 domains.

  ruaflow demo
  ruaflow demo --clients 300`;

const CLIENTS_MAX = 2000;

interface DemoOptions {
  readonly org?: string;
  readonly service: ServiceAddress;
  readonly reportDomain: string;
}

interface DemoCommandOptions {
  readonly org?: string;
  readonly clients?: number;
}

/** `ruaflow demo`: made-up reports for three domains, or for the domains of many clients, to try Ruaflow with. */
export function addDemoCommand(program: Command, environment: Environment): void {
  program
    .command("demo")
    .description("load sample data for three domains or for many clients, and print requests to try")
    .option("--org <id>", "organization, if there are several")
    .option("--clients <number>", "clients of an MSP, each with 1 to 12 domains", parseClients)
    .addHelpText("after", HELP)
    .action(async ({ org, clients }: DemoCommandOptions) => {
      const { readServiceAddress } = await import("../stores/api-url.ts");
      const { dnsSettings, parseReportDomain } = await import("@ruaflow/dns");
      const reportDomain = parseReportDomain(readSettings(dnsSettings, environment).RUAFLOW_REPORT_DOMAIN);
      const options = {
        service: await readServiceAddress(environment),
        reportDomain,
        ...(org !== undefined && { org }),
      };
      const work = await loadWork(options, clients);
      await withStores(environment, work, { engines: "any", recordWriter: true, waits: true });
    });
}

async function loadWork(options: DemoOptions, clients: number | undefined) {
  if (clients === undefined) {
    const { runDemo } = await import("./run-demo.ts");
    return (stores: Stores) => runDemo(options, stores);
  }
  const { runPortfolio } = await import("./portfolio/run-portfolio.ts");
  return (stores: Stores) => runPortfolio({ ...options, clients }, stores);
}

function parseClients(text: string): number {
  const clients = Number(text);
  if (/^\d{1,4}$/.test(text) && clients >= 1 && clients <= CLIENTS_MAX) return clients;
  throw new UsageError(`--clients: ${text} is not a number from 1 to ${CLIENTS_MAX}`);
}
