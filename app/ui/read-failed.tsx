import { useRevalidator } from 'react-router'
import { BusyButton } from './busy-button.tsx'

interface Again {
  isReading?: boolean
  onAgain: () => void
}

/** Another try of what the page's own loader reads. */
export function useReadAgain(): Again {
  const { state, revalidate } = useRevalidator()
  return { isReading: state === 'loading', onAgain: () => void revalidate() }
}

/** The button that reads the page once more. */
export function ReadAgainButton() {
  const { isReading = false, onAgain } = useReadAgain()
  return (
    <BusyButton className="button" isBusy={isReading} busy="Trying…" onPress={onAgain}>
      Try again
    </BusyButton>
  )
}

/** Says that something could not be read, with another try. */
export function ReadFailed({ text, isReading = false, onAgain, again = 'Try again' }: Again & { text: string; again?: string }) {
  return (
    <div className="notice bad">
      <p role="alert">{text}</p>
      <BusyButton className="button small mt-3 min-h-11 needs-script" isBusy={isReading} busy="Trying…" onPress={onAgain}>
        {again}
      </BusyButton>
    </div>
  )
}
