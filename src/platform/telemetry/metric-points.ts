import type { HrTime } from '@opentelemetry/api'
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type MetricData,
} from '@opentelemetry/sdk-metrics'
import type { Registry } from 'prom-client'

/** The counters of `metrics.ts` in OpenTelemetry's form: one set of metrics, told in two ways. */

type Metric = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number]
type Value = Metric['values'][number]
type Span = { startTime: HrTime; endTime: HrTime }

const attributesOf = ({ labels }: Value): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([name, label]) => [name, String(label)]))

const pointOf = (value: Value, span: Span): DataPoint<number> => ({
  ...span,
  attributes: attributesOf(value),
  value: value.value,
})

/** A series of a histogram: Prometheus counts what is at most a bound, OpenTelemetry what lies between two. */
const distributionOf = (series: readonly (Value & { metricName?: string })[], span: Span) => {
  const of = (ending: string) => series.filter(({ metricName }) => metricName?.endsWith(ending))
  const upTo = of('_bucket').map(({ value }) => value)
  const { le: _le, ...attributes } = series[0] ? attributesOf(series[0]) : {}
  return {
    ...span,
    attributes,
    value: {
      buckets: {
        boundaries: of('_bucket').flatMap(({ labels }) => (labels.le === '+Inf' ? [] : [Number(labels.le)])),
        counts: upTo.map((count, place) => count - (upTo[place - 1] ?? 0)),
      },
      sum: of('_sum')[0]?.value ?? 0,
      count: of('_count')[0]?.value ?? 0,
    },
  }
}

/** The series of a histogram, each with its own labels. */
const seriesOf = (values: readonly Value[]) =>
  Map.groupBy(values, value => {
    const { le: _le, ...labels } = attributesOf(value)
    return JSON.stringify(labels)
  }).values()

const dataOf = ({ name, help, type, values }: Metric, span: Span): MetricData => {
  const told = {
    descriptor: { name, description: help, unit: '', valueType: 1 },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  const kind: string = String(type)
  if (kind === 'histogram') {
    const dataPoints = [...seriesOf(values)].map(series => distributionOf(series, span))
    return { ...told, dataPointType: DataPointType.HISTOGRAM, dataPoints }
  }
  // JSON has no word for what is not a number.
  const known = values.filter(({ value }) => Number.isFinite(value))
  const dataPoints = known.map(value => pointOf(value, span))
  return kind === 'counter'
    ? { ...told, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...told, dataPointType: DataPointType.GAUGE, dataPoints }
}

const timeOf = (milliseconds: number): HrTime => [
  Math.floor(milliseconds / 1_000),
  (milliseconds % 1_000) * 1_000_000,
]

/** Everything that a registry has counted since `since`, both instants in milliseconds since 1970. */
export const metricPointsOf = async (
  registry: Registry,
  since: number,
  now: number,
): Promise<MetricData[]> => {
  const span = { startTime: timeOf(since), endTime: timeOf(now) }
  const metrics = await registry.getMetricsAsJSON()
  return metrics.filter(({ values }) => values.length > 0).map(metric => dataOf(metric, span))
}
