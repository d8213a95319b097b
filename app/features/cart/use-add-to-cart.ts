import { useRef } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { useSession } from '#app/features/kit/session/use-session.ts'
import { api } from '#app/lib/api.ts'
import { outdate } from '#app/lib/reads.ts'
import { toast } from '#app/lib/toast.ts'
import { isApiError } from '#contract/errors.ts'
import { dropPendingItem, keepPendingItem, type PendingItem } from './pending-items.ts'
import { useCartChange } from './use-cart.ts'

const FAILED = 'Failed to add product to cart'

/** The server's own sentence for what it refused; the general one for everything that went wrong on the way. */
function failureText(error: unknown): string {
  return isApiError(error) && error.status < 500 ? error.message : FAILED
}

/** Sends a visitor to sign in; what was wanted is kept until then, once, also where the session ended under the page. */
function useSignInFirst() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isKept = useRef(false)
  const keep = (item: PendingItem) => {
    if (isKept.current) dropPendingItem(item.productId)
    isKept.current = true
    keepPendingItem(item)
  }
  const signInFirst = (item: PendingItem) => {
    keep(item)
    toast.error('Please login to add items to cart')
    void navigate(`/login?from=${encodeURIComponent(pathname + search)}`)
  }
  return { keep, signInFirst }
}

/** Reads the page anew, past what was kept for it: its stock may have moved. */
function useReadAgain() {
  const { revalidate } = useRevalidator()
  return () => {
    void outdate(['products'])
    void revalidate()
  }
}

interface AddOptions {
  /** Called before the item is sent. */
  onSend?: () => void
  /** Called with the sentence of a refusal. */
  onRefused: (text: string) => void
  /** Called when the session has ended; a message at the top right leads to sign in. */
  onEnded: (text: string) => void
}

/** Adds a product to the cart of the signed-in user; a visitor signs in first (S108, S109). */
export function useAddToCart({ onSend, onRefused, onEnded }: AddOptions) {
  const { status } = useSession()
  const { keep, signInFirst } = useSignInFirst()
  const readAgain = useReadAgain()
  const adding = useCartChange((item: PendingItem, query) => api.cart.addItem({ body: item, query }))
  const add = (item: PendingItem) => {
    if (adding.isPending) return
    if (status === 'signedOut') return signInFirst(item)
    onSend?.()
    adding.mutate(item, {
      onSuccess: () => {
        toast.success('Product added to cart!', { label: 'View cart', to: '/cart' })
        readAgain()
      },
      onError: (failure) => {
        if (isApiError(failure) && failure.status === 401) {
          keep(item)
          return onEnded(failure.detail)
        }
        onRefused(failureText(failure))
        readAgain()
      },
    })
  }
  return { add, isPending: adding.isPending }
}
