import { openHelp, openPalette } from '#ui/desktop/keyboard.ts'
import { d, PALETTE_KEYS } from '#ui/desktop/texts.ts'
import { shortcuts } from './shortcuts.ts'

export const SideFoot = () => (
  <div class="desk-foot">
    <button type="button" class="desk-hint" onClick={() => void openPalette(shortcuts)}>
      <span>{d('palette')}</span>
      <kbd>{PALETTE_KEYS.join(' ')}</kbd>
    </button>
    <button type="button" class="desk-hint" onClick={() => void openHelp(shortcuts)}>
      <span>{d('action.help')}</span>
      <kbd>?</kbd>
    </button>
  </div>
)
