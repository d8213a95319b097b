import { type ComponentProps, type Key, type ReactNode, useContext, useEffect, useRef } from 'react'
import { useMayWrite } from '#app/features/kit/frame/writers.tsx'
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
 * stands beside it: in it, the answer would send the form. In a dialog, the foot closes the dialog, and the fields take nothing while they
 * are sent: it would be lost with the dialog, which closes once they are saved.
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
  const isStill = !isPage && form.isBusy
  const isLocked = !useMayWrite()
  const noteFocus = useFocusBack(isStill)
  return (
    <>
      <form {...form.props} key={form.key} className={className} onSubmitCapture={noteFocus} {...attributes}>
        <Part className={isPage ? body : (body ?? 'contents')} isStill={isStill}>
          <Part className={head}>
            {form.left && <DraftNotice {...form.left} />}
            {form.notice ?? <FormProblem text={form.problem} />}
            {draft && <FormDraft {...draft} />}
          </Part>
          {isLocked ? <ReadOnly>{children}</ReadOnly> : children}
        </Part>
        {(save !== undefined || onCancel) && !(isLocked && isPage) && (
          <FormFoot {...{ note, cancel, onCancel, isDanger, busy }} isBusy={form.isBusy} className={foot}>
            {!isLocked && save}
          </FormFoot>
        )}
      </form>
      {isPage && form.isDirty !== undefined && <LeaveQuestion isDirty={form.isDirty} {...(isLeaving && { isLeaving })} />}
    </>
  )
}

/** Fields for those whose duties only read. */
const ReadOnly = ({ children }: { children: ReactNode }) => (
  <>
    <p className="notice">You can view this, but not change it.</p>
    <fieldset disabled className="contents">
      {children}
    </fieldset>
  </>
)

/** An element around a part of a form; without classes the part alone. `isStill`: nothing in it can be changed. */
const Part = ({ className, isStill, children }: { className: string | undefined; isStill?: boolean; children: ReactNode }) =>
  className === undefined ? (
    children
  ) : (
    <div className={className} inert={isStill}>
      {children}
    </div>
  )

/**
 * Gives the focus back to the field that lost it while the form was still, unless it is elsewhere by then.
 * @returns what notes the field
 */
function useFocusBack(isStill: boolean): () => void {
  const focused = useRef<Element | null>(null)
  useEffect(() => {
    if (isStill || document.activeElement !== document.body) return
    if (focused.current instanceof HTMLElement) focused.current.focus()
  }, [isStill])
  return () => {
    focused.current = document.activeElement
  }
}
