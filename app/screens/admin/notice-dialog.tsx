import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { isOpenNotice, NoticeState } from '#app/features/contact/notices/notice-state.tsx'
import { noticeQuery } from '#app/features/contact/notices/queries.ts'
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
import type { Notice } from '#contract/contact/notices.ts'
import { NOTICE_DECISION_LABELS, NOTICE_DECISIONS, type NoticeDecision } from '#domain/notice.ts'

const FAILED = 'The decision could not be saved. Please try again.'

const CHOICES: Readonly<Record<NoticeDecision, string>> = {
  removed: 'Remove the content',
  restricted: 'Restrict the content, for example in some countries',
  kept: 'No action',
}

/** One notice: the page, the reasons of the person who reported it, the decision and the objection. */
export function NoticeDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const token = useToken((state) => state.token)
  const { data, isError, isFetching, refetch } = useQuery(queryOf(noticeQuery(token, id)))
  return (
    <FormDialog title={data ? `Report ${data.number}` : 'Report'} onClose={onClose}>
      <div className="mt-3 grid gap-4">
        {isError && <ReadFailed text="The report could not be loaded." isReading={isFetching} onAgain={() => void refetch()} />}
        {data && <Facts notice={data} />}
        {data && isOpenNotice(data) ? (
          <Decision key={data.version} notice={data} onDone={onClose} />
        ) : (
          <FormFoot cancel="Close" className="" />
        )}
      </div>
    </FormDialog>
  )
}

function Facts({ notice }: { notice: Notice }) {
  const { name, email, address, product, business, reason, receivedAt, dueAt, decision, decidedAt, reasons, objection, objectedAt } = notice
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4">
        <NoticeState notice={notice} />
        <span>
          <bdi>{name}</bdi>
        </span>
        <span className="break-all">{email || 'Account erased'}</span>
      </p>
      <dl className="pairs">
        <dt>Page</dt>
        <dd>
          <a href={address} target="_blank" rel="noreferrer" className="wrap-anywhere">
            {address}
          </a>
        </dd>
        <dt>Business</dt>
        <dd>
          <bdi>{business?.name ?? 'The shop'}</bdi>
        </dd>
        {product && (
          <>
            <dt>Product</dt>
            <dd>
              <Link to={`/admin/products/${product.id}/edit`}>
                <bdi>{product.name}</bdi>
              </Link>
            </dd>
          </>
        )}
        <dt>Received</dt>
        <dd>
          <time dateTime={receivedAt}>{instant(receivedAt)}</time>
        </dd>
        {dueAt && (
          <>
            <dt>Due</dt>
            <dd>
              <time dateTime={dueAt}>{day(dueAt)}</time>
            </dd>
          </>
        )}
      </dl>
      <blockquote dir="auto" className="notice wrap-anywhere whitespace-pre-line">
        {reason}
      </blockquote>
      {decision && decidedAt && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {NOTICE_DECISION_LABELS[decision]}, decided <time dateTime={decidedAt}>{instant(decidedAt)}</time>: {reasons}
        </p>
      )}
      {objection && objectedAt && (
        <p dir="auto" className="notice warn wrap-anywhere whitespace-pre-line">
          The seller objected <time dateTime={objectedAt}>{instant(objectedAt)}</time>: {objection}
        </p>
      )}
    </>
  )
}

interface DecisionProps {
  notice: Notice
  onDone: () => void
}

function Decision({ notice, onDone }: DecisionProps) {
  const decide = useDecision(onDone)
  const [decision, setDecision] = useState<NoticeDecision>('removed')
  const form = useForm({
    check: (form): Record<string, string> => (textOf(new FormData(form), 'reasons') === '' ? { reasons: 'Please enter the reasons' } : {}),
    failed: FAILED,
    send: async (fields) => {
      const body = { decision, reasons: textOf(fields, 'reasons'), version: notice.version }
      await decide(async () => {
        await api.notices.decide({ params: { id: notice.id }, body })
        return 'Decision sent'
      })
    },
  })
  return (
    <RecordForm form={form} cancel="Back" save="Send decision" busy="Sending..." foot="" className="grid gap-4 border-t-2 border-ink pt-4">
      <fieldset>
        <legend className="mb-1 font-medium">Decision</legend>
        {NOTICE_DECISIONS.map((value) => (
          <label key={value} className="flex min-h-11 w-fit items-center gap-3">
            <input type="radio" name="decision" checked={decision === value} onChange={() => setDecision(value)} /> {CHOICES[value]}
          </label>
        ))}
        {decision !== 'kept' && (
          <p className="text-sm text-ink-2">This only records and sends your decision. Change or suspend the content yourself.</p>
        )}
      </fieldset>
      <TextAreaField
        label="Reasons"
        name="reasons"
        required
        rows={4}
        maxLength={4000}
        hint="State the facts and the law or terms that they violate. Emailed to both parties, so don't say who reported it."
        error={form.errors.reasons}
      />
    </RecordForm>
  )
}
