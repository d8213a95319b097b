import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useIsHydrated } from '#app/features/session/use-session.ts'
import { messageOf } from '#app/lib/api.ts'

interface LinkPageProps {
  title: string
  question: string
  button: string
  busy: string
  done: string
  /** Makes the call with the token of the link. */
  act: (token: string) => Promise<unknown>
  /** What helps when the link does not work. */
  help: ReactNode
}

type State = { kind: 'asking' } | { kind: 'busy' } | { kind: 'done' } | { kind: 'failed'; text: string }

/** The page behind a link of a mail: it asks, and only its button acts, so that a mail scanner that opens links changes nothing. */
export function LinkPage({ title, help, ...question }: LinkPageProps) {
  const [search] = useSearchParams()
  const isHydrated = useIsHydrated()
  const token = isHydrated ? (search.get('token') ?? '') : null
  return (
    <div className="wrap py-8 md:py-12">
      <div className="frame max-w-text p-6 md:p-10">
        <h1>{title}</h1>
        <noscript>
          <p className="mt-3">This page needs JavaScript.</p>
        </noscript>
        {token === '' ? (
          <p role="alert" className="notice warn mt-4">
            This link is incomplete. Please open the whole link from your mail again.
          </p>
        ) : (
          <Question token={token} {...question} help={help} />
        )}
      </div>
      {token === '' && help}
    </div>
  )
}

function Question({ token, question, button, busy, done, act, help }: Omit<LinkPageProps, 'title'> & { token: string | null }) {
  const [state, setState] = useState<State>({ kind: 'asking' })
  async function decide() {
    if (token === null || state.kind === 'busy') return
    setState({ kind: 'busy' })
    try {
      await act(token)
      setState({ kind: 'done' })
    } catch (failure) {
      setState({ kind: 'failed', text: messageOf(failure, 'This did not reach us. Please try again.') })
    }
  }
  return (
    <>
      <p className="mt-3 max-w-lead text-ink-2">{question}</p>
      <div role="status">{state.kind === 'done' && <p className="notice ok mt-4">{done}</p>}</div>
      {state.kind === 'failed' && (
        <p role="alert" className="notice bad mt-4">
          {state.text}
        </p>
      )}
      {state.kind !== 'done' && (
        <button
          type="button"
          className="button needs-script mt-6"
          aria-disabled={state.kind === 'busy' || undefined}
          onClick={() => void decide()}
        >
          {state.kind === 'busy' ? busy : button}
        </button>
      )}
      {state.kind === 'failed' && help}
    </>
  )
}
