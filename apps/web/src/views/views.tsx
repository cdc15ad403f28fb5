import { Route, Router } from "preact-iso";
import { Empty } from "../parts/states.tsx";
import { View } from "../parts/view.tsx";
import { paths } from "../paths.ts";
import { AttentionView } from "./attention/attention.tsx";
import { ClientsView } from "./clients/clients.tsx";
import { DomainView } from "./domains/domain.tsx";
import { DomainsView } from "./domains/domains.tsx";
import { FailuresView } from "./failures/failures.tsx";
import { KeysView } from "./keys/keys.tsx";
import { OperatorView } from "./operator/operator.tsx";
import { OverviewView } from "./overview/overview.tsx";
import { ReportView } from "./reports/report.tsx";
import { ReportsView } from "./reports/reports.tsx";
import { SourcesView } from "./sources/sources.tsx";
import { SubmissionView } from "./submissions/submission.tsx";
import { SubmissionsView } from "./submissions/submissions.tsx";
import { UploadView } from "./upload/upload.tsx";
import { DeliveryView } from "./webhooks/delivery.tsx";
import { WebhookView } from "./webhooks/webhook.tsx";
import { WebhooksView } from "./webhooks/webhooks.tsx";

export function Views() {
  return (
    <Router>
      <Route path={paths.overview} component={OverviewView} />
      <Route path={paths.attention} component={AttentionView} />
      <Route path={paths.sources} component={SourcesView} />
      <Route path={paths.failures} component={FailuresView} />
      <Route path={paths.clients} component={ClientsView} />
      <Route path={paths.reports} component={ReportsView} />
      <Route path={paths.report} component={ReportView} />
      <Route path={paths.domains} component={DomainsView} />
      <Route path={paths.domain} component={DomainView} />
      <Route path={paths.submissions} component={SubmissionsView} />
      <Route path={paths.submission} component={SubmissionView} />
      <Route path={paths.upload} component={UploadView} />
      <Route path={paths.webhooks} component={WebhooksView} />
      <Route path={paths.webhook} component={WebhookView} />
      <Route path={paths.delivery} component={DeliveryView} />
      <Route path={paths.keys} component={KeysView} />
      <Route path={paths.operator} component={OperatorView} />
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
