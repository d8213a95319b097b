import { type KeyboardEvent, useRef, useState } from 'react'
import { isSample, PICTURE_HEIGHT, PICTURE_WIDTH, picturesOf } from '#app/features/catalog/products/pictures.ts'
import { figure } from '#app/lib/format.ts'
import { Picture } from '#app/ui/picture.tsx'
import type { Product, ProductImage } from '#contract/catalog/products.ts'
import { isDrawing, mainDrawing } from '#domain/picture.ts'
import { Enlarged } from './enlarged.tsx'

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

interface ThumbnailsProps {
  pictures: ProductImage[]
  instead: string
  shown: number
  onShow: (index: number) => void
}

/** One button per picture; arrow keys go round. */
function Thumbnails({ pictures, instead, shown, onShow }: ThumbnailsProps) {
  const buttons = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (shown + step + pictures.length) % pictures.length
    onShow(next)
    buttons.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div ref={buttons} role="group" aria-label="Pictures" className="thumbnails no-print" onKeyDown={move}>
      {pictures.map(({ url, alt }, index) => (
        <button
          key={url}
          type="button"
          aria-label={`Picture ${index + 1} of ${figure(pictures.length)}: ${alt}`}
          aria-pressed={index === shown}
          onClick={() => onShow(index)}
        >
          <Picture
            className={`w-full aspect-4/3 ${isDrawing(url) && !isSample(url) ? 'object-contain' : 'object-cover'}`}
            src={url}
            instead={instead}
            bold="all"
            alt=""
            sizes="120px"
            width={PICTURE_WIDTH}
            height={PICTURE_HEIGHT}
            loading="lazy"
          />
        </button>
      ))}
    </div>
  )
}

/**
 * Returns the classes of the shown picture: a machine's product 1:1, as much as the frame holds from its lower right; a swatch 1:1 on
 * paper.
 */
function fitOf(address: string): string {
  if (address.includes('/product-of.svg')) return 'object-none object-[right_bottom]'
  return address.includes('/swatch.svg') ? 'object-cover print:w-[80mm] print:max-w-none' : 'object-cover'
}

/** The pictures of a product: one large, the others to choose from (S102). */
export function Gallery({ product }: { product: Product }) {
  const pictures = picturesOf(product)
  const [index, setIndex] = useState(0)
  const [isEnlarged, setEnlarged] = useState(false)
  const shown = pictures[index] ?? pictures[0]
  return (
    <div className="min-w-0 print:max-w-85">
      <figure>
        <div className="frame gallery-frame relative bg-kraft-print">
          <Picture
            key={shown.url}
            className={`w-full aspect-4/3 ${fitOf(shown.url)}`}
            src={shown.url}
            instead={mainDrawing(product.slug)}
            alt={shown.alt}
            sizes="(width < 60rem) 96vw, 640px"
            width={PICTURE_WIDTH}
            height={PICTURE_HEIGHT}
            fetchPriority="high"
          />
        </div>
        <figcaption className="flex justify-between gap-4 text-sm text-ink-2">
          <span className="pt-2.5">{shown.caption}</span>
          <button type="button" className="link-button gallery-enlarge no-print" onClick={() => setEnlarged(true)}>
            Enlarge
          </button>
        </figcaption>
      </figure>
      {pictures.length > 1 && <Thumbnails pictures={pictures} instead={mainDrawing(product.slug)} shown={index} onShow={setIndex} />}
      {isEnlarged && (
        <Enlarged
          pictures={pictures}
          instead={mainDrawing(product.slug)}
          shown={index}
          onShow={setIndex}
          onClose={() => setEnlarged(false)}
        />
      )}
    </div>
  )
}
