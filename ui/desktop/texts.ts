import { textsOf } from '#ui/texts.ts'

/** Texts of the command palette and the keyboard help, for both apps. */
export const d = textsOf('commands')

const isApple = /mac|iphone|ipad/i.test(navigator.platform)

/** How the shortcut of the palette is written on this keyboard. */
export const PALETTE_KEYS = isApple ? ['⌘', 'K'] : ['Ctrl', 'K']
