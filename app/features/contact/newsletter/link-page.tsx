import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useIsHydrated } from '#app/features/kit/session/use-session.ts'
import { messageOf } from '#app/lib/api.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'

interface LinkPageProps {
  title: string
  question: string
  button: string
  busy: string
  done: string
  /** Makes the call with the token of the link. */
  act: (token: string) => Promise<unknown>
  /** Advice for a link that does not work. */
  help: ReactNode
}

type State = { kind: 'asking' | 'busy' | 'done' } | { kind: 'failed'; text: string }

/** The page behind a link of a mail: it asks, and only its button acts, so that a mail scanner that opens links changes nothing. */
export function LinkPage({ title, help, act, ...words }: LinkPageProps) {
  const [search] = useSearchParams()
  const isHydrated = useIsHydrated()
  const [state, setState] = useState<State>({ kind: 'asking' })
  const token = search.get('token') ?? ''
  const isIncomplete = isHydrated && token === '' // the server's page does not know the link

  async function decide() {
    setState({ kind: 'busy' })
    try {
      await act(token)
      setState({ kind: 'done' })
    } catch (failure) {
      setState({ kind: 'failed', text: messageOf(failure, "We couldn't reach the shop. Please try again.") })
    }
  }

  return (
    <div className="wrap py-8 md:py-12">
      <div className="frame grid items-stretch md:grid-cols-[6fr_5fr]">
        <div className="p-6 md:p-10">
          <h1>{title}</h1>
          {isIncomplete ? <Incomplete /> : <Question state={state} {...words} onDecide={() => void decide()} />}
        </div>
        <img src="/drawings/scenes/taped-box.svg" width={800} height={600} alt="" className="joined-drawing max-md:hidden" />
      </div>
      {(isIncomplete || state.kind === 'failed') && <div className="mt-8">{help}</div>}
    </div>
  )
}

function Incomplete() {
  return (
    <p role="alert" className="notice warn mt-4">
      This link is incomplete. Please open the complete link from your email again.
    </p>
  )
}

type QuestionProps = Pick<LinkPageProps, 'question' | 'button' | 'busy' | 'done'> & { state: State; onDecide: () => void }

function Question({ state, question, button, busy, done, onDecide }: QuestionProps) {
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
        <BusyButton className="button needs-script mt-6" isBusy={state.kind === 'busy'} busy={busy} onPress={onDecide}>
          {button}
        </BusyButton>
      )}
      <noscript>
        <p className="mt-3">This page needs JavaScript.</p>
      </noscript>
    </>
  )
}
