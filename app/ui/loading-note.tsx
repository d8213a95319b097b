/** Says that something is being read; without script nothing ever will be, and it says that. */
export function LoadingNote({ className = '' }: { className?: string }) {
  return (
    <>
      <p role="status" className={`needs-script ${className}`}>
        Loading...
      </p>
      <noscript>
        <p className={className}>
          This page needs JavaScript to read your sign-in and your cart. Turn it on and reload the page, or{' '}
          <a href="/contact">contact us</a> to order by email or phone.
        </p>
      </noscript>
    </>
  )
}
