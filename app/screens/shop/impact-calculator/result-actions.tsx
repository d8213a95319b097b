import { type MouseEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { downloadReport, resultUrl, shareLink } from '#app/features/impact/share-link.ts'
import { SharedLink } from '#app/features/impact/shared-link.tsx'
import { messageOf } from '#app/lib/api.ts'
import { FailureNotice } from '#app/ui/failure-notice.tsx'
import { toast } from '#app/ui/toast.ts'
import type { Calculator } from './use-calculator.ts'

type Deed = 'download' | 'share' | 'quote' | 'consultation'

const FAILED = 'This did not reach us. Your result is still here: please try again.'

/** What one can do with a result. Each saves it first, once; a failure leaves the result and offers another try. */
function useDeeds({ save }: Calculator) {
  const [busy, setBusy] = useState<Deed | null>(null)
  const [failed, setFailed] = useState<{ deed: Deed; sentence: string } | null>(null)
  const navigate = useNavigate()

  async function act(deed: Deed): Promise<void> {
    const { key, machine } = await save()
    if (deed === 'download') {
      await downloadReport(key, machine.id)
      toast.success('The report is in your downloads')
    } else if (deed === 'share') await shareLink(resultUrl(key), `What ${machine.name} would save`)
    else await navigate(`/contact?topic=${deed}&calculation=${key}`)
  }

  async function start(deed: Deed): Promise<void> {
    if (busy) return
    setBusy(deed)
    setFailed(null)
    try {
      await act(deed)
    } catch (error) {
      setFailed({ deed, sentence: messageOf(error, FAILED) })
    } finally {
      setBusy(null)
    }
  }

  return { busy, failed, start }
}

interface ContactLinkProps {
  deed: 'quote' | 'consultation'
  label: string
  className: string
  start: (deed: Deed) => Promise<void>
  isBusy: boolean
}

/** Leads to the contact page with the result; without script, or in a new tab, without it. */
function ContactLink({ deed, label, className, start, isBusy }: ContactLinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void start(deed)
  }
  return (
    <Link to={`/contact?topic=${deed}`} className={className} onClick={follow} aria-busy={isBusy || undefined}>
      {label}
    </Link>
  )
}

export function ResultActions({ calculator }: { calculator: Calculator }) {
  const { busy, failed, start } = useDeeds(calculator)
  const { saved } = calculator
  return (
    <div className="no-print grid gap-4">
      <FailureNotice failure={failed && { sentence: failed.sentence, retry: () => void start(failed.deed) }} />
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
          <h3 id="next-step">Talk it over with us</h3>
          <p className="mt-1 text-ink-2">Your calculation goes with the message, so that nobody has to type it again.</p>
        </div>
        <p className="flex flex-wrap gap-3">
          <ContactLink deed="quote" label="Request Quote" className="button" start={start} isBusy={busy === 'quote'} />
          <ContactLink
            deed="consultation"
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
