{{/* The cluster of the release. Gardener's operator passes values of the runtime cluster only there. */}}
{{- define "rootstock.cluster" -}}
{{- if .Values.gardener.runtimeCluster -}}
runtime
{{- else if .Values.gardener.virtualCluster -}}
virtual-garden
{{- else -}}
{{- .Values.cluster -}}
{{- end -}}
{{- end -}}

{{/* The metadata of an object with the label of the server, as the kustomizations add it. */}}
{{- define "rootstock.metadata" -}}
{{- $labels := dict "app.kubernetes.io/name" "rootstock-server" -}}
{{- merge (dict "labels" (merge $labels (.labels | default dict))) . | toYaml -}}
{{- end -}}
