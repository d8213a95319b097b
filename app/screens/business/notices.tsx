import { useQuery } from '@tanstack/react-query'
import { NoticeState } from '#app/features/contact/notices/notice-state.tsx'
import { OwnNoticesGrid, useOpened } from '#app/features/contact/notices/notices-grid.tsx'
import { ownNoticeQuery } from '#app/features/contact/notices/queries.ts'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useDecision } from '#app/features/kit/forms/use-decision.ts'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { api, queryOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { day, instant } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { FormFoot } from '#app/ui/dialog.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import { ReadFailed } from '#app/ui/read-failed.tsx'
import type { OwnNotice } from '#contract/contact/notices.ts'

export default function NoticesScreen() {
  const [opened, open] = useOpened()
  return (
    <>
      <h1>Notices</h1>
      <p className="mt-2 max-w-text text-ink-2">
        Reports about your products and your page. Our team decides and gives you the reasons. You can object to a decision against you
        within six months.
      </p>
      <OwnNoticesGrid open={open} />
      {opened && <OwnNoticeDialog key={opened} id={opened} onClose={() => open(null)} />}
    </>
  )
}

/** One notice about the seller's own pages, with the decision and the objection. */
function OwnNoticeDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const token = useToken((state) => state.token)
  const { data, isError, isFetching, refetch } = useQuery(queryOf(ownNoticeQuery(token, id)))
  return (
    <FormDialog title={data ? `Notice ${data.number}` : 'Notice'} onClose={onClose}>
      <div className="mt-3 grid gap-4">
        {isError && <ReadFailed text="The notice could not be loaded." isReading={isFetching} onAgain={() => void refetch()} />}
        {data && <Facts notice={data} />}
        {data?.objectUntil ? <Objection key={data.version} notice={data} onDone={onClose} /> : <FormFoot cancel="Close" className="" />}
      </div>
    </FormDialog>
  )
}

function Facts({ notice }: { notice: OwnNotice }) {
  const { address, receivedAt, decidedAt, reasons, objection, objectedAt } = notice
  return (
    <>
      <p>
        <NoticeState notice={notice} />
      </p>
      <dl className="pairs">
        <dt>Page</dt>
        <dd>
          <a href={address} target="_blank" rel="noreferrer" className="wrap-anywhere">
            {address}
          </a>
        </dd>
        <dt>Received</dt>
        <dd>
          <time dateTime={receivedAt}>{instant(receivedAt)}</time>
        </dd>
        <dt>Decided</dt>
        <dd>{decidedAt ? <time dateTime={decidedAt}>{instant(decidedAt)}</time> : 'Not yet'}</dd>
      </dl>
      {reasons && (
        <blockquote dir="auto" className="notice wrap-anywhere whitespace-pre-line">
          {reasons}
        </blockquote>
      )}
      {objection && objectedAt && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          You objected <time dateTime={objectedAt}>{instant(objectedAt)}</time>: {objection}
        </p>
      )}
    </>
  )
}

interface ObjectionProps {
  notice: OwnNotice
  onDone: () => void
}

function Objection({ notice: { id, objectUntil, version }, onDone }: ObjectionProps) {
  const decide = useDecision(onDone)
  const form = useForm({
    check: (form): Record<string, string> => (textOf(new FormData(form), 'text') === '' ? { text: 'Please say why you object' } : {}),
    failed: 'Your objection could not be sent. Please try again.',
    send: async (fields) => {
      await decide(async () => {
        await api.notices.object({ params: { id }, body: { text: textOf(fields, 'text'), version } })
        return 'Objection sent. Our team will decide again.'
      })
    },
  })
  return (
    <RecordForm form={form} cancel="Back" save="Send objection" busy="Sending..." foot="" className="grid gap-4 border-t-2 border-ink pt-4">
      <TextAreaField
        label="Objection"
        name="text"
        required
        rows={4}
        maxLength={4000}
        hint={`Say why the decision is wrong. You can object once, until ${objectUntil ? day(objectUntil) : ''}.`}
        error={form.errors.text}
      />
    </RecordForm>
  )
}
