import type { ComponentType } from "preact";
import { Route, Router } from "preact-iso";
import { Empty } from "../parts/states.tsx";
import { View } from "../parts/view.tsx";
import { paths } from "../paths.ts";
import { AttentionView } from "./attention/attention.tsx";
import { ClientView } from "./clients/client.tsx";
import { ClientsView } from "./clients/clients.tsx";
import { DomainView } from "./domains/domain.tsx";
import { DomainsView } from "./domains/domains.tsx";
import { FailuresView } from "./failures/failures.tsx";
import { KeysView } from "./keys/keys.tsx";
import { OperatorView } from "./operator/operator.tsx";
import { OverviewView } from "./overview/overview.tsx";
import { ReportView } from "./reports/report.tsx";
import { ReportsView } from "./reports/reports.tsx";
import { SenderView } from "./senders/sender.tsx";
import { SourcesView } from "./sources/sources.tsx";
import { SubmissionView } from "./submissions/submission.tsx";
import { SubmissionsView } from "./submissions/submissions.tsx";
import { UploadView } from "./upload/upload.tsx";
import { DeliveryView } from "./webhooks/delivery.tsx";
import { WebhookView } from "./webhooks/webhook.tsx";
import { WebhooksView } from "./webhooks/webhooks.tsx";

const VIEWS: Readonly<Record<keyof typeof paths, ComponentType>> = {
  overview: OverviewView,
  attention: AttentionView,
  sources: SourcesView,
  sender: SenderView,
  failures: FailuresView,
  clients: ClientsView,
  client: ClientView,
  reports: ReportsView,
  report: ReportView,
  domains: DomainsView,
  domain: DomainView,
  submissions: SubmissionsView,
  submission: SubmissionView,
  upload: UploadView,
  webhooks: WebhooksView,
  webhook: WebhookView,
  delivery: DeliveryView,
  keys: KeysView,
  operator: OperatorView,
  // Who is signed in goes on to the overview.
  signIn: () => null,
};

export function Views() {
  return (
    <Router>
      {Object.entries(VIEWS).map(([name, view]) => (
        <Route key={name} path={paths[name as keyof typeof paths]} component={view} />
      ))}
      <Route default component={NotFound} />
    </Router>
  );
}

function NotFound() {
  return (
    <View title="No such page">
      <Empty title="There is nothing at this address.">
        <p>
          <a href={paths.overview}>To the overview</a>
        </p>
      </Empty>
    </View>
  );
}
