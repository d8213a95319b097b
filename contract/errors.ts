/** A sentence about one field of a request; `field` is its path with dots, such as `customer.email`. */
export interface FieldError {
  field: string
  message: string
}

/**
 * The last save of a record, as `edit_conflict` names it; `by` is null for the shop itself, and where the caller does not know its people.
 */
export interface SavedBy {
  by: string | null
  isYou: boolean
  at: string
}

/** A problem document (RFC 9457). */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  code?: string
  errors?: FieldError[]
  [extra: string]: unknown
}

const STATUS_TEXTS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
}

/** Standard text of an HTTP status; HTTP/2 sends none. */
export function statusText(status: number): string {
  return STATUS_TEXTS[status] ?? 'Error'
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'detail' in value && typeof value.detail === 'string'
}

/** The message of a failed read, such as `404: Not Found`; `text` is the transport's status text, which may be empty. */
export function statusLine(status: number, text: string): string {
  return `${status}: ${text || statusText(status)}`
}

/** Reads a failed response: a problem document, else its text, else `{status}: {status text}` (B286). */
export function problemOf(status: number, text: string, body: string): Problem {
  const bare = { type: 'about:blank', title: text || statusText(status), status }
  try {
    const value: unknown = JSON.parse(body)
    if (isProblem(value)) return { ...bare, ...value, status }
  } catch {
    // not JSON: the text itself is the message
  }
  const sentence = body.trim()
  const isPage = sentence.startsWith('<') // an HTML page of a gateway, not a message
  return { ...bare, detail: isPage ? statusLine(status, text) : sentence || statusLine(status, text) }
}

/**
 * A refused call. Compare by `code`, never by class: server and browser have two copies of this file. `message` is the specification's
 * text: of a read `{status}: {status text}`, of a write the response's own sentence. Screens show `detail`.
 */
export class ApiError extends Error {
  readonly problem: Problem
  constructor(problem: Problem, message = problem.detail) {
    super(message)
    this.name = 'ApiError'
    this.problem = problem
  }
  get detail(): string {
    return this.problem.detail
  }
  get status(): number {
    return this.problem.status
  }
  get code(): string | undefined {
    return this.problem.code
  }
  get errors(): FieldError[] {
    return this.problem.errors ?? []
  }
}

/** By name, not by class: server and browser hold two copies of it. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError'
}
