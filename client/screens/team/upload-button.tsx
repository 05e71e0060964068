import { useRef } from 'preact/hooks'
import { t } from '#client/texts/index.ts'
import { Button } from '#ui/button.tsx'
import { onlineOnly } from './offline.ts'

/** A real button, so that the keyboard and its state are a button's; the browser's own input does the choosing. */
export function UploadButton({ category, isBusy, onPick }: { category: string; isBusy: boolean; onPick(file: File): void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        look="soft"
        icon="upload"
        isBusy={isBusy}
        aria-label={t('team.uploadTo', { category })}
        {...onlineOnly()}
        onClick={() => input.current!.click()}
      >
        {t('team.upload')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        onChange={({ currentTarget }) => {
          const [picked] = currentTarget.files ?? []
          if (picked) onPick(picked)
          currentTarget.value = '' // the same file may be chosen again
        }}
      />
    </>
  )
}
