import { chooseLanguage } from '#ui/choose-language.ts'
import { languageOptions, switchText } from '#ui/languages.ts'
import { refreshAll } from '#ui/server/query.ts'
import { session, signOut } from '#ui/session/session.ts'
import { signIn } from '#ui/session/sign-in.ts'
import { language, type Theme, theme } from '#ui/settings.ts'
import { openHelp } from './keyboard.ts'
import type { PaletteItem, Shortcuts } from './shortcuts.ts'
import { d } from './texts.ts'

const themes: Theme[] = ['light', 'dark', 'system']

/** Actions that both apps have. */
export function commonActions(shortcuts: Shortcuts, names: { signIn: string; signOut: string }): PaletteItem[] {
  const group = d('palette.actions')
  const isGuest = session.value.state === 'guest'
  const actions: Omit<PaletteItem, 'group'>[] = [
    { id: 'refresh', label: d('action.refresh'), icon: 'refresh', run: refreshAll },
    ...themes
      .filter((one) => one !== theme.value)
      .map((one) => ({
        id: one,
        label: d(`action.${one}`),
        icon: 'settings' as const,
        run() {
          theme.value = one
        },
      })),
    ...languageOptions
      .filter(({ value }) => value !== language.value)
      .map(({ value }) => ({
        id: `language-${value}`,
        label: switchText(value),
        icon: 'settings' as const,
        run: () => void chooseLanguage(value),
      })),
    { id: 'help', label: d('action.help'), hint: '?', icon: 'info', run: () => openHelp(shortcuts) },
    isGuest
      ? { id: 'sign-in', label: names.signIn, icon: 'person', run: () => signIn() }
      : { id: 'sign-out', label: names.signOut, icon: 'leave', run: () => signOut() },
  ]
  return actions.map((action) => ({ ...action, group }))
}
