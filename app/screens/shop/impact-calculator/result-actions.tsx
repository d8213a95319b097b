import { type MouseEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { downloadReport, resultUrl, shareLink } from '#app/features/impact/share-link.ts'
import { messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { FailureNotice } from '#app/ui/failure-notice.tsx'
import { SharedLink } from './shared-link.tsx'
import type { Calculator } from './use-calculator.ts'

type PostAction = 'download' | 'share' | 'quote' | 'consultation'

const FAILED = "We couldn't save your result, but it's still here. Please try again."

/** Actions on a result. Each saves it first, once; after a failure the result stays and the action can be retried. */
function usePostActions({ save }: Calculator) {
  const [busy, setBusy] = useState<PostAction | null>(null)
  const [failed, setFailed] = useState<{ action: PostAction; sentence: string } | null>(null)
  const navigate = useNavigate()

  async function act(action: PostAction): Promise<void> {
    const { key, machine } = await save()
    if (action === 'download') {
      await downloadReport(key, machine.id)
      toast.success('Report downloaded')
    } else if (action === 'share') await shareLink(resultUrl(key), `What ${machine.name} would save`)
    else await navigate(`/contact?topic=${action}&calculation=${key}`)
  }

  async function start(action: PostAction): Promise<void> {
    if (busy) return
    setBusy(action)
    setFailed(null)
    try {
      await act(action)
    } catch (error) {
      setFailed({ action, sentence: messageOf(error, FAILED) })
    } finally {
      setBusy(null)
    }
  }

  return { busy, failed, start }
}

interface ContactLinkProps {
  action: 'quote' | 'consultation'
  label: string
  className: string
  start: (action: PostAction) => Promise<void>
  isBusy: boolean
}

/** Leads to the contact page with the result; without script, or in a new tab, without it. */
function ContactLink({ action, label, className, start, isBusy }: ContactLinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void start(action)
  }
  return (
    <Link to={`/contact?topic=${action}`} className={className} onClick={follow} aria-busy={isBusy || undefined}>
      {label}
    </Link>
  )
}

export function ResultActions({ calculator }: { calculator: Calculator }) {
  const { busy, failed, start } = usePostActions(calculator)
  const { saved } = calculator
  return (
    <div className="no-print grid gap-4">
      <FailureNotice failure={failed && { sentence: failed.sentence, retry: () => void start(failed.action) }} />
      <div className="needs-script flex flex-wrap gap-3">
        <button type="button" className="button hollow" aria-disabled={busy !== null} onClick={() => void start('download')}>
          {busy === 'download' ? 'Preparing...' : 'Download Report'}
        </button>
        <button type="button" className="button hollow" aria-disabled={busy !== null} onClick={() => void start('share')}>
          {busy === 'share' ? 'Saving...' : 'Share Results'}
        </button>
      </div>
      {saved && <SharedLink url={resultUrl(saved.key)} />}
      <section className="frame impact-next" aria-labelledby="next-step">
        <div>
          <h3 id="next-step">Talk to us about it</h3>
          <p className="mt-1 text-ink-2">Your calculation is attached to the message, so you don't have to type it again.</p>
        </div>
        <p className="flex flex-wrap gap-3">
          <ContactLink action="quote" label="Request Quote" className="button" start={start} isBusy={busy === 'quote'} />
          <ContactLink
            action="consultation"
            label="Schedule Consultation"
            className="button hollow"
            start={start}
            isBusy={busy === 'consultation'}
          />
        </p>
      </section>
    </div>
  )
}
