import { useState } from 'react'
import { Link } from 'react-router'
import { day } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { isPaused, type Pause } from '#domain/pause.ts'
import { dayOf } from '#domain/time.ts'

/** Notice to a seller that takes no orders today. */
export function PauseNotice({ pause }: { pause: Pause | null }) {
  const [today] = useState(() => dayOf(new Date(), getShop().timeZone))
  if (!pause || !isPaused(pause, today)) return null
  return (
    <p className="notice warn mt-4">
      <b>Paused.</b> Nobody can order your products through {day(pause.to)}. <Link to="/business/shipping#pause">Change your pause</Link>
    </p>
  )
}
