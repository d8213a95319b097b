import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { isApiError } from '#contract/errors.ts'
import type { OrderStatus } from '#domain/order.ts'
import { type ParcelItem, ReleaseDialog, ShipDialog, type TransitionDialogProps, type TransitionRequest } from './transition-dialogs.tsx'

interface StatusActionsProps<Result> {
  nextStatuses: readonly OrderStatus[]
  labels: Readonly<Record<OrderStatus, string>>
  /** Name of the seller, read out after each label where a page shows several seller orders. */
  of?: string
  send: (request: TransitionRequest) => Promise<Result>
  /** Text of the message after the change. */
  doneText: (result: Result, status: OrderStatus) => string
  /** Lines of one seller, of which some may be shipped; absent: all that is left. */
  items?: readonly ParcelItem[]
  /** True for staff, who may go on while a milestone is unpaid, with a reason. */
  mayRelease?: boolean
  failed: string
  renderCancelDialog: (props: TransitionDialogProps) => ReactNode
}

/** The allowed transitions as buttons; shipping and canceling ask for details first. */
export function StatusActions<Result>({
  nextStatuses,
  labels,
  of,
  send,
  doneText,
  items,
  mayRelease = false,
  failed,
  renderCancelDialog,
}: StatusActionsProps<Result>) {
  const [open, setOpen] = useState<OrderStatus | null>(null)
  const [refusal, setRefusal] = useState<string>()
  const [unpaid, setUnpaid] = useState<TransitionRequest | null>(null)
  const transition = useMutation({
    mutationFn: send,
    onMutate: () => setRefusal(undefined),
    onSuccess: (result, { status }) => {
      setOpen(null)
      setUnpaid(null)
      toast.success(doneText(result, status))
    },
    onError: (error, request) => {
      setRefusal(messageOf(error, failed))
      if (mayRelease && isApiError(error) && error.problem.code === 'milestone_unpaid') setUnpaid(request)
      if (isApiError(error) && error.status === 409) setOpen(null)
    },
  })
  const start = (status: OrderStatus) => {
    setRefusal(undefined)
    if (status === 'shipped' || status === 'cancelled') setOpen(status)
    else if (!transition.isPending) transition.mutate({ status })
  }
  const dialog: TransitionDialogProps = {
    isBusy: transition.isPending,
    error: refusal,
    onConfirm: (request) => transition.mutate(request),
    onClose: () => setOpen(null),
  }
  const size = of ? 'small ' : ''
  return (
    <>
      {nextStatuses.map((status) => (
        <button
          key={status}
          type="button"
          className={`button ${size}${status === 'cancelled' ? 'danger' : of ? 'hollow' : ''}`.trim()}
          aria-label={of && `${labels[status]}: ${of}`}
          aria-disabled={transition.isPending || undefined}
          onClick={() => start(status)}
        >
          {labels[status]}
        </button>
      ))}
      {refusal && open === null && unpaid === null && (
        <p role="alert" className="notice bad basis-full">
          {refusal}
        </p>
      )}
      {unpaid && (
        <ReleaseDialog
          {...dialog}
          onConfirm={({ reason }) => transition.mutate({ ...unpaid, unpaidReason: reason })}
          onClose={() => setUnpaid(null)}
        />
      )}
      {open === 'shipped' && <ShipDialog {...dialog} {...(items && { items })} />}
      {open === 'cancelled' && renderCancelDialog(dialog)}
    </>
  )
}
