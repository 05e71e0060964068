import { navigate } from 'wouter-preact/use-browser-location'

type Entries = { entries(): { sameDocument: boolean }[]; currentEntry: { index: number } | null }

/** To where the person came from inside the app; whoever came by a link from elsewhere goes to what lies above. */
export function goBack(above: string): void {
  const { navigation } = window as unknown as { navigation?: Entries }
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]
  if (before?.sameDocument) history.back()
  else navigate(above)
}
