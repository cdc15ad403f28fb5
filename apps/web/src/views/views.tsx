import { useEffect } from "preact/hooks";
import { Route, Router, useLocation } from "preact-iso";
import { Empty } from "../parts/states.tsx";
import { View } from "../parts/view.tsx";
import { paths } from "../paths.ts";
import { type LazyView, loadView } from "./load-view.tsx";

/** Who is signed in goes on to the overview. */
const NOTHING: LazyView = { component: () => null, preload: async () => undefined };
const MOVED: LazyView = { ...NOTHING, component: Moved };

const VIEWS: Readonly<Record<keyof typeof paths, LazyView>> = {
  overview: loadView(
    () => import("./overview/overview.tsx"),
    ({ OverviewView }) => OverviewView,
  ),
  attention: loadView(
    () => import("./attention/attention.tsx"),
    ({ AttentionView }) => AttentionView,
  ),
  sources: loadView(
    () => import("./sources/sources.tsx"),
    ({ SourcesView }) => SourcesView,
  ),
  sender: loadView(
    () => import("./senders/sender.tsx"),
    ({ SenderView }) => SenderView,
  ),
  failures: loadView(
    () => import("./failures/failures.tsx"),
    ({ FailuresView }) => FailuresView,
  ),
  records: loadView(
    () => import("./records/records.tsx"),
    ({ RecordsView }) => RecordsView,
  ),
  clients: loadView(
    () => import("./clients/clients.tsx"),
    ({ ClientsView }) => ClientsView,
  ),
  client: loadView(
    () => import("./clients/client.tsx"),
    ({ ClientView }) => ClientView,
  ),
  reports: loadView(
    () => import("./reports/reports.tsx"),
    ({ ReportsView }) => ReportsView,
  ),
  report: loadView(
    () => import("./reports/report.tsx"),
    ({ ReportView }) => ReportView,
  ),
  domains: loadView(
    () => import("./domains/domains.tsx"),
    ({ DomainsView }) => DomainsView,
  ),
  domain: loadView(
    () => import("./domains/domain.tsx"),
    ({ DomainView }) => DomainView,
  ),
  arrived: loadView(
    () => import("./submissions/submissions.tsx"),
    ({ SubmissionsView }) => SubmissionsView,
  ),
  arrival: loadView(
    () => import("./submissions/submission.tsx"),
    ({ SubmissionView }) => SubmissionView,
  ),
  submissions: MOVED,
  submission: MOVED,
  upload: loadView(
    () => import("./upload/upload.tsx"),
    ({ UploadView }) => UploadView,
  ),
  webhooks: loadView(
    () => import("./webhooks/webhooks.tsx"),
    ({ WebhooksView }) => WebhooksView,
  ),
  webhook: loadView(
    () => import("./webhooks/webhook.tsx"),
    ({ WebhookView }) => WebhookView,
  ),
  delivery: loadView(
    () => import("./webhooks/delivery.tsx"),
    ({ DeliveryView }) => DeliveryView,
  ),
  keys: loadView(
    () => import("./keys/keys.tsx"),
    ({ KeysView }) => KeysView,
  ),
  operator: loadView(
    () => import("./operator/operator.tsx"),
    ({ OperatorView }) => OperatorView,
  ),
  signIn: NOTHING,
  share: NOTHING,
};

const PRELOAD_AFTER_MS = 2_000;

export function Views() {
  // Once the first view is there: then a menu entry opens at once, also while the service is away.
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const { preload } of Object.values(VIEWS)) void preload();
    }, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Router>
      {Object.entries(VIEWS).map(([name, { component }]) => (
        <Route key={name} path={paths[name as keyof typeof paths]} component={component} />
      ))}
      <Route default component={NotFound} />
    </Router>
  );
}

/** Links of an earlier release still lead to what arrived. */
function Moved() {
  const { url, route } = useLocation();
  useEffect(() => route(url.replace(paths.submissions, paths.arrived), true), [url]);
  return null;
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
