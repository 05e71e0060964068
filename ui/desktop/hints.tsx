import { openHelp, openPalette } from './keyboard.ts'
import type { Shortcuts } from './shortcuts.ts'
import { d, PALETTE_KEYS } from './texts.ts'
import './hints.css'

/** Buttons that say which keys there are. */
export const Hints = ({ shortcuts, class: name }: { shortcuts: Shortcuts; class: string }) => (
  <div class={name}>
    <button type="button" class="hint-button" onClick={() => void openPalette(shortcuts)}>
      <span>{d('hint.palette')}</span>
      <kbd>{PALETTE_KEYS.join(' ')}</kbd>
    </button>
    <button type="button" class="hint-button" onClick={() => void openHelp(shortcuts)}>
      <span>{d('hint.help')}</span>
      <kbd>?</kbd>
    </button>
  </div>
)
