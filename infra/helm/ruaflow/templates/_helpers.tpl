{{/* Names are RELEASE-APP. */}}
{{- define "ruaflow.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* Labels of an app: (dict "root" $ "name" "api") */}}
{{- define "ruaflow.selector" -}}
app.kubernetes.io/name: ruaflow
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{- define "ruaflow.labels" -}}
{{ include "ruaflow.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{/* Settings of an app, as data of its ConfigMap. */}}
{{- define "ruaflow.config" -}}
{{- $config := merge (dict "RUAFLOW_PORT" "8080") (deepCopy .app.config) (deepCopy .root.Values.config) }}
{{- if and .root.Values.reportDomain (has .name (list "api" "keeper" "smtp-receiver")) }}
{{- $_ := set $config "RUAFLOW_REPORT_DOMAIN" .root.Values.reportDomain }}
{{- end }}
{{- if and .root.Values.smtpCertificateSecret (eq .name "smtp-receiver") }}
{{- $_ := set $config "RUAFLOW_SMTP_CERT" "/etc/ruaflow/tls/tls.crt" }}
{{- $_ := set $config "RUAFLOW_SMTP_KEY" "/etc/ruaflow/tls/tls.key" }}
{{- end }}
{{- range $name, $value := $config }}
{{ $name }}: {{ $value | toString | quote }}
{{- end }}
{{- end }}

{{/* Refuses values of apps that became part of the keeper, and settings that the keeper needs as the api and ingest do. */}}
{{- define "ruaflow.checkKeeper" -}}
{{- range $former := list "watcher" "source-enricher" }}
{{- if hasKey $.Values.apps $former }}
{{- fail (printf "apps.%s is now part of apps.keeper: move its values there and remove apps.%s" $former $former) }}
{{- end }}
{{- end }}
{{- $keeper := .Values.apps.keeper }}
{{- $given := concat (keys $keeper.config) (keys .Values.config) $keeper.secrets }}
{{- range $name := list "api" "ingest" }}
{{- $app := get $.Values.apps $name }}
{{- range $setting := concat (keys $app.config) $app.secrets }}
{{- $isShared := regexMatch "^(KAFKA_.*|AWS_.*|RUAFLOW_(S3_.*|RAW_STORE|RAW_DAYS|QUARANTINE_DAYS))$" $setting }}
{{- if and $app.enabled $keeper.enabled $isShared (not (has $setting $given)) }}
{{- fail (printf "apps.%s has %s, which the keeper needs, too: give it to apps.keeper, or to every app by config" $name $setting) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Environment variables from secrets: (dict "root" $ "secrets" list) */}}
{{- define "ruaflow.secrets" -}}
{{- $root := .root }}
{{- range .secrets }}
{{- $from := get $root.Values.secrets . | required (printf "secrets.%s is not set" .) }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $from.name | quote }}, key: {{ $from.key | quote }} } }
{{- end }}
{{- end }}

{{/* No app writes anywhere but in its volumes. */}}
{{- define "ruaflow.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* Volumes of the values for an app or the migrate job: (dict "root" $ "app" $app) */}}
{{- define "ruaflow.volumes" -}}
{{- with concat .root.Values.volumes (.app.volumes | default list) }}
{{- toYaml . }}
{{- end }}
{{- end }}

{{- define "ruaflow.volumeMounts" -}}
{{- with concat .root.Values.volumeMounts (.app.volumeMounts | default list) }}
{{- toYaml . }}
{{- end }}
{{- end }}

{{/* The user "node" of the image. */}}
{{- define "ruaflow.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end }}
