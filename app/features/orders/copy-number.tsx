import { copyText } from '#app/lib/hand-over.ts'
import { toast } from '#app/lib/toast.ts'

/** The number of an order with a button that copies it. */
export function CopyNumber({ number }: { number: string }) {
  const copy = async () => {
    if (await copyText(number)) toast.success('Order number copied')
    else toast.error('The number could not be copied. Please select it.')
  }
  return (
    <p className="order-number">
      <span className="price">{number}</span>
      <button type="button" className="button small hollow no-print" onClick={() => void copy()}>
        Copy<span className="visually-hidden"> the order number</span>
      </button>
    </p>
  )
}
