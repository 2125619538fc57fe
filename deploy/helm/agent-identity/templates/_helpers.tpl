{{- define "identity.labels" -}}
app.kubernetes.io/name: agent-identity
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "identity.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "identity.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}
