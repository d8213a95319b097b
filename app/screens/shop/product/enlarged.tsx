import { type KeyboardEvent, useEffect, useRef } from 'react'
import { isSample, PICTURE_HEIGHT, PICTURE_WIDTH } from '#app/features/catalog/products/pictures.ts'
import { figure } from '#app/lib/format.ts'
import { CloseIcon } from '#app/ui/icons.tsx'
import { Picture } from '#app/ui/picture.tsx'
import type { ProductImage } from '#contract/catalog/products.ts'

interface EnlargedProps {
  pictures: [ProductImage, ...ProductImage[]]
  instead: string
  shown: number
  onShow: (index: number) => void
  onClose: () => void
}

/** A picture as large as the window, with the way to the next. */
export function Enlarged({ pictures, instead, shown, onShow, onClose }: EnlargedProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])
  const picture = pictures[shown] ?? pictures[0]
  const go = (step: number) => onShow((shown + step + pictures.length) % pictures.length)
  const byKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') go(1)
    if (key === 'ArrowLeft') go(-1)
  }
  return (
    <dialog
      ref={dialog}
      className="w-[min(1200px,100vw_-_32px,(100dvh_-_120px)_*_4_/_3)] max-w-none max-h-none m-auto border-2 border-ink bg-surface"
      aria-label="Picture"
      closedby="any"
      onClose={onClose}
      onKeyDown={byKey}
    >
      <div className="flex flex-wrap items-center gap-2 py-2 pr-2 pl-4 border-b-2 border-ink">
        <p className="flex-1 text-sm max-sm:order-last max-sm:basis-full" aria-live="polite">
          {pictures.length > 1 && `Picture ${shown + 1} of ${figure(pictures.length)}. `}
          {picture.caption}
        </p>
        {pictures.length > 1 && (
          <>
            <button type="button" className="button hollow small" onClick={() => go(-1)}>
              Previous
            </button>
            <button type="button" className="button hollow small" onClick={() => go(1)}>
              Next
            </button>
          </>
        )}
        <button type="button" className="icon-button ml-auto" aria-label="Close" onClick={() => dialog.current?.close()}>
          <CloseIcon />
        </button>
      </div>
      <Picture
        className={`block ${isSample(picture.url) ? 'w-auto max-w-full mx-auto' : 'w-full'}`}
        src={picture.url}
        instead={instead}
        alt={picture.alt}
        sizes="100vw"
        width={PICTURE_WIDTH}
        height={PICTURE_HEIGHT}
      />
    </dialog>
  )
}
