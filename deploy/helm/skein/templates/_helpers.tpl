{{/* Names begin with the release's: several clusters may be in one namespace. */}}
{{- define "skein.name" -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "skein.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "skein.labels" -}}
app.kubernetes.io/part-of: skein
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "skein.nodeSelector" -}}
app.kubernetes.io/name: skein-node
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "skein.authSelector" -}}
app.kubernetes.io/name: skein-auth
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{/* Of both services: no root, nothing to write but the disk and /tmp. */}}
{{- define "skein.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
fsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "skein.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/* Settings as variables of the environment, by their own dotted names. */}}
{{- define "skein.settings" -}}
{{- range $key, $value := . }}
- name: {{ $key | quote }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end -}}

{{- define "skein.issuerUrl" -}}
{{- if .Values.auth.enabled -}}
http://{{ include "skein.name" . }}-auth.{{ .Release.Namespace }}.svc:9280
{{- else -}}
{{ .Values.issuer.url }}
{{- end -}}
{{- end -}}

{{- define "skein.seedHosts" -}}
{{- $name := include "skein.name" . -}}
{{- $hosts := list -}}
{{- range $at := until (int .Values.nodes.replicas) -}}
{{- $hosts = append $hosts (printf "%s-node-%d.%s-nodes.%s.svc:9300" $name $at $name $.Release.Namespace) -}}
{{- end -}}
{{ join "," $hosts }}
{{- end -}}

{{- define "skein.firstMasters" -}}
{{- $name := include "skein.name" . -}}
{{- $names := list -}}
{{- range $at := until (int .Values.nodes.replicas) -}}
{{- $names = append $names (printf "%s-node-%d" $name $at) -}}
{{- end -}}
{{ join "," $names }}
{{- end -}}
