import { Link } from 'react-router'

/** Links at the end of the stories (S167, S168). */
export function StudiesClosing() {
  return (
    <section className="frame impact-next no-print mt-14 md:p-8" aria-labelledby="your-story">
      <div>
        <h2 id="your-story">What would your story look like?</h2>
        <p className="mt-2 max-w-lead text-ink-2">Tell us what you pack and which boxes you receive. Or calculate it yourself first.</p>
        <Link to="/impact-calculator" className="flex min-h-11 items-center">
          Open impact calculator
        </Link>
      </div>
      <p className="flex flex-wrap gap-3">
        <Link to="/contact?topic=consultation" className="button">
          Request a Consultation
        </Link>
        <Link to="/materials" className="button hollow">
          View All Packaging Materials
        </Link>
      </p>
    </section>
  )
}
