import { useEffect, useRef, useState } from 'react'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { api, isApiError, messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import type { ProductForm } from '#contract/catalog/product-edits.ts'
import type { Product } from '#contract/catalog/products.ts'
import { ApiError } from '#contract/errors.ts'
import { checkValues, type FormRules } from './check-values.ts'
import { bodyOf, fieldOf, isSameForm, type ProductValues, soldMeanwhile, valuesOf } from './form-values.ts'

interface ProductFormOptions {
  /** The product as it was read; null for a new one. */
  opened: ProductForm | null
  initial: ProductValues
  rules: FormRules
  /** What the toast says of a save that failed. */
  failed: (failure: unknown) => string
  /** What the toast says of a save that worked. */
  saved: string
  /** Comes once the product is stored and the form is no longer dirty. */
  onSaved: () => void
}

/** The number fields whose text the browser could not read: their value is empty though something stands in them. */
const mistypedOf = (form: HTMLFormElement): string[] =>
  [...form.elements].flatMap((element) => (element instanceof HTMLInputElement && element.validity.badInput ? [element.name] : []))

/** The same refusal, its fields named as the form has them. */
function inForm(failure: unknown, values: ProductValues): unknown {
  if (!isApiError(failure)) return failure
  const errors = failure.errors.map(({ field, message }) => ({ field: fieldOf(field, values), message }))
  return new ApiError({ ...failure.problem, errors }, failure.message)
}

/** A product form: what stands in it, what is wrong with it, saving it, and what to do when somebody else has saved it meanwhile. */
export function useProductForm({ opened, initial, rules, failed, saved, onSaved }: ProductFormOptions) {
  const [base, setBase] = useState({ opened, values: initial })
  const [values, setValues] = useState(initial)
  const [current, setCurrent] = useState<ProductForm | null>(null)
  const [isReleased, setReleased] = useState(false)
  const [hasStockMoved, setStockMoved] = useState(false)
  const mistyped = useRef<string[]>([])
  const version = useRef(opened?.version)
  const typedStock = useRef<number>(undefined)

  async function save(): Promise<Product> {
    setCurrent(null)
    setStockMoved(false)
    const wrong = checkValues(values, rules, mistyped.current)
    if (wrong) throw wrong
    const body = bodyOf(values, base.opened)
    typedStock.current = typeof body.stock === 'number' ? body.stock : undefined
    if (!base.opened) return api.productEdits.create({ body })
    return api.productEdits.update({ params: { id: base.opened.id }, body: { ...body, version: version.current } })
  }

  const form = useForm<Product>({
    check: (element) => {
      mistyped.current = mistypedOf(element)
      return {}
    },
    send: async () => {
      try {
        return await save()
      } catch (failure) {
        toast.error(failed(failure))
        if (isApiError(failure) && failure.code === 'edit_conflict' && base.opened) {
          setCurrent(await api.productEdits.form({ params: { id: base.opened.id } }))
        }
        setStockMoved(isApiError(failure) && failure.code === 'stock_below_zero')
        throw inForm(failure, values)
      }
    },
    failed: failed(null),
  })

  // what was done beside the form, such as another status, is no conflict with it
  useEffect(() => {
    if (!opened || !base.opened || opened.version <= (version.current ?? 0)) return
    if (isSameForm(valuesOf(opened), valuesOf(base.opened))) version.current = opened.version
  }, [opened, base.opened])

  const { answer, element } = form
  const done = useRef((_product: Product) => {})
  useEffect(() => {
    done.current = ({ stock }) => {
      toast.success(soldMeanwhile(typedStock.current, stock) ?? saved)
      onSaved()
    }
  }, [saved, onSaved])
  useEffect(() => {
    if (answer) setTimeout(() => done.current(answer)) // once the guard of unsaved work knows that nothing is lost
  }, [answer])

  /** Takes the stock as it is now; what else was typed stays. Where somebody else has edited the product too, that is shown first. */
  async function reloadStock({ id }: ProductForm) {
    try {
      const now = await api.productEdits.form({ params: { id } })
      form.forgive()
      setStockMoved(false)
      if (!isSameForm({ ...valuesOf(now), stock: base.values.stock }, base.values)) return setCurrent(now)
      version.current = now.version
      setBase({ opened: now, values: valuesOf(now) })
      setValues((typed) => ({ ...typed, stock: String(now.stock) }))
      element.current?.querySelector<HTMLInputElement>('[name=stock]')?.focus()
    } catch (failure) {
      toast.error(messageOf(failure, 'The stock could not be read. Please try again.'))
    }
  }
  const { opened: edited } = base

  return {
    ...form,
    part: {
      values,
      errors: form.errors,
      change: (part: Partial<ProductValues>) => setValues((now) => ({ ...now, ...part })),
      reloadStock: hasStockMoved && edited ? () => void reloadStock(edited) : undefined,
    },
    opened: base.opened,
    isDirty: !answer && !isReleased && !isSameForm(values, base.values),
    /** Lets one leave without a question, after the product was deleted. */
    release: () => setReleased(true),
    conflict: current,
    keepMine: () => {
      version.current = current?.version
      element.current?.requestSubmit()
    },
    takeTheirs: () => {
      if (!current) return
      version.current = current.version
      setBase({ opened: current, values: valuesOf(current) })
      setValues(valuesOf(current))
      setCurrent(null)
    },
  }
}
