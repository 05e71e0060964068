import { navigate } from 'wouter-preact/use-browser-location'

type Entries = { entries(): { sameDocument: boolean }[]; currentEntry: { index: number } | null }

/** Back in the history if the previous entry is in the app; after a deep link, to the parent screen. */
export function goBack(parent: string): void {
  const { navigation } = window as unknown as { navigation?: Entries }
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]
  if (before?.sameDocument) history.back()
  else navigate(parent)
}
