import { create } from 'zustand'

type ToastType = 'success' | 'info' | 'warning' | 'error' | 'loading' | 'custom'

interface ToastAction {
  label: string
  /** Target of a link, or the action of a button. */
  to?: string
  act?: () => void
  /** Keeps the toast open until it is closed or its action is used. */
  isLasting?: boolean
  /** Display time of a toast with this action, in ms. */
  ms?: number
}

export interface Toast {
  id: number
  type: ToastType
  text: string
  action: ToastAction | undefined
  /** A second line, such as the server's own sentence. */
  detail: string | undefined
}

/** Display time of a toast, in ms (S329); one with a lasting action stays until it is closed, a loading toast until its work settles. */
export const TOAST_MS = 4000
/** Maximum number of visible toasts (S329). */
export const TOASTS_VISIBLE = 3

let lastId = 0
export const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }))

export function dismiss(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

function show(type: ToastType) {
  return (text: string, action?: ToastAction, detail?: string): number => {
    lastId += 1
    const toast: Toast = { id: lastId, type, text, action, detail }
    useToasts.setState(({ toasts }) => ({ toasts: [toast, ...toasts] }))
    return toast.id
  }
}

/** Texts while work runs and, optionally, for its success and failure. */
interface WorkTexts {
  loading: string
  success?: string
  error?: string
}

/** Work that is done before this says nothing while it runs, in ms: it would only flicker. */
const QUICK_MS = 300

/** Shows that work runs until it settles, then how it went; answers what the work answers. */
async function during<Value>(work: Promise<Value>, { loading, success, error }: WorkTexts): Promise<Value> {
  let shown: number | undefined
  const timer = setTimeout(() => {
    shown = show('loading')(loading)
  }, QUICK_MS)
  try {
    const value = await work
    if (success) show('success')(success)
    return value
  } catch (failure) {
    if (error) show('error')(error)
    throw failure
  } finally {
    clearTimeout(timer)
    if (shown !== undefined) dismiss(shown)
  }
}

/** Notifications. Never the only place of an error: a form keeps its own message. */
export const toast = {
  success: show('success'),
  info: show('info'),
  warning: show('warning'),
  error: show('error'),
  loading: show('loading'),
  custom: show('custom'),
  during,
  dismiss,
}
