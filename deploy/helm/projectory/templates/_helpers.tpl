{{- define "projectory.fullname" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 63 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 63 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "projectory.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "projectory.labels" -}}
{{ include "projectory.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "projectory.serviceAccount" -}}
{{- if .Values.serviceAccount.create }}{{ default (include "projectory.fullname" .) .Values.serviceAccount.name }}{{ else }}{{ default "default" .Values.serviceAccount.name }}{{ end }}
{{- end }}

{{- define "projectory.image" -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end }}

{{- /* Of the container, for the service and for migrations. */}}
{{- define "projectory.container" -}}
image: {{ include "projectory.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
envFrom:
  - secretRef:
      name: {{ .Values.secrets.environment }}
env:
  - name: PUBLIC_URL
    value: {{ required "publicUrl: the address people use, https://projects.example.org" .Values.publicUrl | quote }}
  - name: MAIL_FROM
    value: {{ required "mail.from: the sender of emails" .Values.mail.from | quote }}
  - name: MAIL_TO
    value: {{ required "mail.to: the recipient of the contact form" .Values.mail.to | quote }}
  - name: KEY_FILE
    value: /run/projectory/master.key
  - name: PROVIDERS
    value: /run/projectory/providers.json
  - name: TRUST_PROXY
    value: {{ .Values.trustProxy | quote }}
  - name: DRAIN_SECONDS
    value: {{ .Values.drainSeconds | quote }}
  {{- if .Values.metrics.enabled }}
  - name: METRICS_HOST
    value: "0.0.0.0"
  - name: METRICS_PORT
    value: {{ .Values.metrics.port | quote }}
  {{- end }}
  {{- range $name, $value := .Values.settings }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
volumeMounts:
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
  - name: keys
    mountPath: /run/projectory
    readOnly: true
{{- end }}

{{- /* The service refuses a key that others may read. A secret volume belongs to root and is read through the group, so an init
      container copies it into memory with mode 0400. */}}
{{- define "projectory.pod" -}}
serviceAccountName: {{ include "projectory.serviceAccount" . }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
initContainers:
  - name: keys
    image: {{ include "projectory.image" . }}
    imagePullPolicy: {{ .Values.image.pullPolicy }}
    command:
      - node
      - --eval
      - for (const name of ['master.key', 'providers.json']) { fs.rmSync('/keys/' + name, { force: true }); fs.copyFileSync('/secret/' + name, '/keys/' + name); fs.chmodSync('/keys/' + name, 0o400) }
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities:
        drop: [ALL]
    volumeMounts:
      - name: secret
        mountPath: /secret
        readOnly: true
      - name: keys
        mountPath: /keys
volumes:
  - name: data
    emptyDir: {}
  - name: tmp
    emptyDir: {}
  - name: keys
    emptyDir:
      medium: Memory
  - name: secret
    secret:
      secretName: {{ .Values.secrets.files }}
      defaultMode: 0440
{{- end }}
