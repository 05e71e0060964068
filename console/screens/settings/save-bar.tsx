import { t } from '#console/texts.ts'
import { Button } from '#ui/button.tsx'
import { isOnline } from '#ui/server/online.ts'
import { reasonOf } from '#ui/states.tsx'
import type { Editing } from './form.ts'

export function SaveBar({ editing: { isDirty, isBusy, error, faults, revert } }: { editing: Editing }) {
  return (
    <div class="settings-save">
      {error ? (
        <p class="field-fault" role="alert">
          {faults[''] ?? reasonOf(error).title}
        </p>
      ) : (
        <p class="soft" role="status">
          {t(isDirty ? 'settings.unsaved' : 'settings.allSaved')}
        </p>
      )}
      <div class="row">
        {isDirty && (
          <Button look="plain" onClick={revert}>
            {t('settings.revert')}
          </Button>
        )}
        <Button type="submit" isBusy={isBusy} disabled={!isDirty || !isOnline.value} title={isOnline.value ? undefined : t('onlyOnline')}>
          {t('save')}
        </Button>
      </div>
    </div>
  )
}
