import { t } from '#console/texts.ts'
import { getSettings } from '#contract/settings.ts'
import { useCall } from '#ui/server/query.ts'

/** How long decisions can be undone; null until it is loaded. */
export const useUndoMinutes = (): number | null => useCall(getSettings, undefined, { isSaved: false }).answer?.undoMinutes ?? null

/** When a decision takes effect. */
export function useEffectText(): string {
  const minutes = useUndoMinutes()
  if (minutes === null) return ''
  return minutes === 0 ? t('requests.effect.now') : t('requests.effect', { count: minutes })
}
