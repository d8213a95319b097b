import { type ComponentProps, type Key, type ReactNode, useContext } from 'react'
import { CloseDialog, FormFoot } from '#app/ui/dialog.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { FormDraft } from './form-draft.tsx'
import type { useForm } from './use-form.ts'
import { LeaveQuestion } from './use-unsaved-guard.tsx'

/** State of a form, from `useForm`, or for a stored record from `useRecordForm` or `useStateForm`. */
interface FormState extends Pick<ReturnType<typeof useForm>, 'props' | 'problem' | 'isBusy'> {
  key?: Key | undefined
  /** The question about fields that somebody else has changed, too. */
  notice?: ReactNode
  /** Unsaved input that an earlier page load left behind. */
  left?: ComponentProps<typeof DraftNotice> | null
  /** True with unsaved changes: a page is not left without a question then. A dialog asks by itself. */
  isDirty?: boolean
}

interface RecordFormProps
  extends Omit<ComponentProps<'form'>, keyof FormState['props']>,
    Pick<ComponentProps<typeof FormFoot>, 'note' | 'cancel' | 'onCancel' | 'isDanger'>,
    Pick<ComponentProps<typeof LeaveQuestion>, 'isLeaving'> {
  form: FormState
  /** Kind of its drafts, and the id of the record; without them nothing is stored. */
  draft?: ComponentProps<typeof FormDraft>
  /** Label of the button, and while busy. Without it and a way out there is no foot. */
  save?: ReactNode
  busy?: string
  /** Classes of the foot, of an element around what is above it, and of one around the head. */
  foot?: string
  body?: string
  head?: string
}

/**
 * A form: its head (another's changes or what is wrong, and a draft), its fields, its foot, and the question before its page is left, which
 * stands beside it: in it, the answer would send the form. In a dialog, the foot closes the dialog.
 */
export function RecordForm({
  form,
  draft,
  save,
  busy = 'Saving…',
  foot,
  body,
  head,
  note,
  cancel,
  onCancel,
  isDanger,
  isLeaving,
  className = 'mt-3 grid gap-4',
  children,
  ...attributes
}: RecordFormProps) {
  const isPage = useContext(CloseDialog) === null
  return (
    <>
      <form {...form.props} key={form.key} className={className} {...attributes}>
        <Part className={body}>
          <Part className={head}>
            {form.left && <DraftNotice {...form.left} />}
            {form.notice ?? <FormProblem text={form.problem} />}
            {draft && <FormDraft {...draft} />}
          </Part>
          {children}
        </Part>
        {(save !== undefined || onCancel) && (
          <FormFoot {...{ note, cancel, onCancel, isDanger, busy }} isBusy={form.isBusy} className={foot}>
            {save}
          </FormFoot>
        )}
      </form>
      {isPage && form.isDirty !== undefined && <LeaveQuestion isDirty={form.isDirty} {...(isLeaving && { isLeaving })} />}
    </>
  )
}

/** An element around a part of a form; without classes the part alone. */
const Part = ({ className, children }: { className: string | undefined; children: ReactNode }) =>
  className === undefined ? children : <div className={className}>{children}</div>
