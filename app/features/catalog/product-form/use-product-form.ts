import { useEffect, useRef, useState } from 'react'
import { mergeEdits } from '#app/features/kit/forms/merge-edits.ts'
import { draftOwner } from '#app/features/kit/forms/unsaved-draft.ts'
import { useConflict } from '#app/features/kit/forms/use-conflict.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useLeftDraft, useUnsavedDraft } from '#app/features/kit/forms/use-unsaved-draft.ts'
import { usePageSession } from '#app/features/kit/session/use-session.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import type { ProductForm } from '#contract/catalog/product-edits.ts'
import type { Product } from '#contract/catalog/products.ts'
import { ApiError, isApiError } from '#contract/errors.ts'
import { PRODUCT_FIELDS } from '#domain/product-fields.ts'
import { checkValues, type FormRules } from './check-values.ts'
import { bodyOf, fieldOf, isSameForm, type ProductValues, soldMeanwhile, valuesOf, withFreshKeys } from './form-values.ts'
import { productDrafts } from './product-drafts.ts'
import { useCategoryAttributes } from './typed-fields.tsx'

interface ProductFormOptions {
  /** The product as it was read; null for a new one. */
  opened: ProductForm | null
  initial: ProductValues
  rules: FormRules
  /** Returns the toast of a failed save. */
  failed: (failure: unknown) => string
  /** Toast of a successful save. */
  saved: string
  /** Called once the product is stored and the form is no longer dirty; `stays` when the form of a stored product remains open. */
  onSaved: (product: Product, stays: boolean) => void
}

/** Returns number fields whose text the browser could not parse: their value is empty although they contain text. */
const mistypedOf = (form: HTMLFormElement): string[] =>
  [...form.elements].flatMap((element) => (element instanceof HTMLInputElement && element.validity.badInput ? [element.name] : []))

/** Returns the refusal with the form's own field names. */
function inForm(failure: unknown, values: ProductValues): unknown {
  if (!isApiError(failure)) return failure
  const errors = failure.errors.map(({ field, message }) => ({ field: fieldOf(field, values), message }))
  return new ApiError({ ...failure.problem, errors }, failure.message)
}

/** Parts of the form that are no single field. */
const LIST_LABELS = {
  features: 'Features',
  images: 'Images',
  specifications: 'Specifications',
  fits: 'Fits',
  ladder: PRODUCT_FIELDS.ladder.label,
  noLadder: 'No quantity prices',
  businessId: 'Business',
}

/** State of a product form: its values, errors, saving, drafts, and edit conflicts. */
export function useProductForm({ opened, initial, rules, failed, saved, onSaved }: ProductFormOptions) {
  const [base, setBase] = useState({ opened, values: initial })
  const [values, setValues] = useState(initial)
  const [isReleased, setReleased] = useState(false)
  const [hasStockChanged, setStockChanged] = useState(false)
  const mistyped = useRef<string[]>([])
  const version = useRef(opened?.version)
  const stays = useRef(false)
  const stayed = useRef(false)
  const [finished, setFinished] = useState<{ product: Product; stays: boolean } | null>(null)
  const owner = draftOwner(usePageSession().user)
  const id = opened?.id ?? null
  const draft = useLeftDraft(
    { drafts: productDrafts, owner, id },
    (left) => isSameForm(left, initial),
    (left) => {
      setBase({ opened: left.opened, values: left.opened ? valuesOf(left.opened) : base.values })
      version.current = left.version ?? undefined
      setValues(withFreshKeys(left.values))
    },
  )
  const attributes = useCategoryAttributes(values.category)
  const typedStock = useRef<number>(undefined)

  async function save(): Promise<Product> {
    setStockChanged(false)
    const wrong = checkValues(values, rules, mistyped.current, {
      attributes,
      stored: base.opened?.specifications ?? [],
      hasDrawing: base.opened?.images.length === 0,
    })
    if (wrong) throw wrong
    const body = bodyOf(values, base.opened)
    typedStock.current = typeof body.stock === 'number' ? body.stock : undefined
    if (!base.opened) return api.productEdits.create({ body })
    return api.productEdits.update({ params: { id: base.opened.id }, body: { ...body, version: version.current } })
  }

  /** Takes what is stored now as the base of further changes; what was typed while it was saved stays. */
  async function rebase({ id }: Product, sent: ProductValues) {
    const now = await api.productEdits.form({ params: { id } })
    version.current = now.version
    setBase({ opened: now, values: valuesOf(now) })
    setValues((typed) => (typed === sent ? valuesOf(now) : typed))
  }

  const form = useForm<Product>({
    check: (element) => {
      mistyped.current = mistypedOf(element)
      return {}
    },
    send: async () => {
      const isStaying = stays.current
      stays.current = false
      stayed.current = isStaying
      try {
        const product = await save()
        if (isStaying && base.opened) await rebase(product, values)
        setFinished({ product, stays: isStaying })
        return product
      } catch (failure) {
        const isConflict = isApiError(failure) && failure.code === 'edit_conflict' && base.opened
        if (isConflict) stays.current = isStaying // for the form that is sent again
        if (isConflict) conflict.rebase(failure, await api.productEdits.form({ params: { id: isConflict.id } }))
        toast.error(failed(failure))
        setStockChanged(isApiError(failure) && failure.code === 'stock_below_zero')
        throw inForm(failure, values)
      }
    },
    failed: failed(null),
  })

  const conflict = useConflict<ProductForm, ProductValues>({
    form: form.element,
    opened: () => base.values,
    read: () => values,
    write: (merged) => setValues(withFreshKeys(merged)),
    show: (current) => {
      version.current = current.version
      setBase({ opened: current, values: valuesOf(current) })
      setValues(valuesOf(current))
    },
    labels: LIST_LABELS,
  })

  // changes made outside the form, such as another status, do not conflict with it
  useEffect(() => {
    if (!opened || !base.opened || opened.version <= (version.current ?? 0)) return
    if (isSameForm(valuesOf(opened), valuesOf(base.opened))) version.current = opened.version
  }, [opened, base.opened])

  const { element } = form
  const isDirty = (finished === null || (finished.stays && base.opened !== null)) && !isReleased && !isSameForm(values, base.values)
  useUnsavedDraft({ drafts: productDrafts, owner, id, values, opened: base.opened, version, isDirty })
  const done = useRef((_product: Product, _stays: boolean) => {})
  useEffect(() => {
    done.current = (product, isStaying) => {
      toast.success(soldMeanwhile(typedStock.current, product.stock) ?? saved)
      onSaved(product, isStaying)
    }
  }, [saved, onSaved])
  useEffect(() => {
    // after the guard against unsaved changes knows that the form is saved
    if (finished) setTimeout(() => done.current(finished.product, finished.stays))
  }, [finished])

  /** Replaces the stock by the current one; other typed values stay. */
  async function reloadStock({ id }: ProductForm) {
    try {
      const now = await api.productEdits.form({ params: { id } })
      form.forgive()
      setStockChanged(false)
      const { merged } = mergeEdits(base.values, values, valuesOf(now))
      version.current = now.version
      setBase({ opened: now, values: valuesOf(now) })
      setValues({ ...merged, stock: String(now.stock) })
      element.current?.querySelector<HTMLInputElement>('[name=stock]')?.focus()
    } catch (failure) {
      toast.error(messageOf(failure, 'The stock could not be loaded. Please try again.'))
    }
  }
  const { opened: edited } = base

  return {
    ...form,
    section: {
      values,
      errors: form.errors,
      change: (values: Partial<ProductValues>) => setValues((now) => ({ ...now, ...values })),
      reloadStock: hasStockChanged && edited ? () => void reloadStock(edited) : undefined,
    },
    opened: base.opened,
    isDirty,
    /** Saves and keeps the form open. */
    saveAndStay: () => {
      stays.current = true
      element.current?.requestSubmit()
    },
    /** Unsaved input to offer, with how to restore or discard it; null without any. */
    draft,
    /** Turns off the guard against unsaved changes, after the product was deleted. */
    release: () => setReleased(true),
    notice: conflict.notice,
  }
}
