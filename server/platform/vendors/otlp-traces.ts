import { type Attributes, type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'

/* OpenTelemetry. Nothing but `startTraces` imports this file, and only where a collector is set. */

/** A step of a trace: what it is, and facts about it. No fact may be a person's. */
export interface Step {
  kind: 'request' | 'statement' | 'call' | 'job' | 'render'
  name: string
  facts?: Attributes
}

/** A step that is under way. */
export interface Span {
  traceId: string
  /** Value of the header `traceparent` (W3C Trace Context), by which other work continues the trace below this step. */
  traceparent: string
  /** False if the trace is not in the sample: nothing of it is sent. */
  isRecorded: boolean
  rename: (name: string) => void
  add: (facts: Attributes) => void
  /** Marks the step as failed. @param reason a code or the name of an error, never its message */
  fail: (reason: string) => void
  end: () => void
}

/** Starts spans and sends them to the collector. */
export interface Tracer {
  /** @param parent the step above: a span, or a value of `traceparent`; null begins a trace */
  start: (step: Step, parent: Span | string | null) => Span
  /** Sends what has ended. */
  flush: () => Promise<void>
  /** Sends the rest and stops. */
  stop: () => Promise<void>
}

const KINDS: Record<Step['kind'], SpanKind> = {
  request: SpanKind.SERVER,
  statement: SpanKind.CLIENT,
  call: SpanKind.CLIENT,
  job: SpanKind.CONSUMER,
  render: SpanKind.INTERNAL,
}

const FORM = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** The context below a step of elsewhere; what is no valid `traceparent` begins a trace. */
function remoteContext(traceparent: string): Context {
  const [, traceId, spanId, flags] = FORM.exec(traceparent) ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** Passes on what the exporter does, and notes its failures. */
function watched(exporter: SpanExporter, onFailure: (error: unknown) => void): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) onFailure(result.error)
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}

/**
 * Opens the way to a collector that takes OTLP over HTTP. Headers, timeout and compression come from the other `OTEL_EXPORTER_OTLP_*`
 * variables.
 * @param share share of the traces that begin here and are sent, 0 to 1; one that was begun elsewhere is sent if it was chosen there
 */
export function openTracer(
  { endpoint, serviceName, share }: { endpoint: string; serviceName: string; share: number },
  { version, onFailure }: { version: string; onFailure: (error: unknown) => void },
): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: watched(exporter, onFailure) })],
  })
  const tracer = provider.getTracer('reflute')
  const contexts = new WeakMap<Span, Context>()
  const contextOf = (parent: Span | string | null): Context =>
    (typeof parent === 'string' ? remoteContext(parent) : parent && contexts.get(parent)) ?? ROOT_CONTEXT
  return {
    start: ({ kind, name, facts }, parent) => {
      const above = contextOf(parent)
      const own = tracer.startSpan(name, { kind: KINDS[kind], ...(facts && { attributes: facts }) }, above)
      const { traceId, spanId, traceFlags } = own.spanContext()
      const span: Span = {
        traceId,
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        isRecorded: own.isRecording(),
        rename: (newName) => void own.updateName(newName),
        add: (more) => void own.setAttributes(more),
        fail: (reason) => void own.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', reason),
        end: () => own.end(),
      }
      contexts.set(span, trace.setSpan(above, own))
      return span
    },
    flush: () => provider.forceFlush(),
    stop: () => provider.shutdown().catch(() => {}), // what could not be sent was noted by `onFailure`
  }
}
