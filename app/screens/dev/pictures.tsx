import { Picture } from '#app/ui/picture.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import { Example, Pair } from './example.tsx'

const DRAWING = '/drawings/ecomat-1000/mat-maker.svg'
/** The address of an upload that is not there. */
const LOST = '/media/not-there-960x720.webp'
const SIZE = { width: 800, height: 600, sizes: '360px' }

export function Pictures() {
  return (
    <>
      <Pair>
        <Example name="Picture, loaded">
          <Picture src={DRAWING} alt="A mat maker, drawn" className="frame w-full max-w-90" {...SIZE} />
        </Example>
        <Example name="Picture, failed">
          <Picture src={LOST} alt="A mat maker beside a stack of mats" className="frame w-full max-w-90" {...SIZE} />
        </Example>
      </Pair>
      <Example name="Thumbnail: loaded, without a picture, failed" isRow>
        <Thumbnail image={DRAWING} />
        <Thumbnail image="" />
        <Thumbnail image={LOST} />
      </Example>
    </>
  )
}
