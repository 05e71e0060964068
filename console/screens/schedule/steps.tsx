import { t } from '#console/texts.ts'
import { Button, IconButton } from '#ui/button.tsx'

type Props = { label: string; onStep(by: 1 | -1): void; onToday?: () => void }

/** Earlier, later, and back to today. */
export const Steps = ({ label, onStep, onToday }: Props) => (
  <div class="schedule-steps">
    <IconButton icon="back" name={t('schedule.previous')} onClick={() => onStep(-1)} />
    <strong role="status">{label}</strong>
    <IconButton icon="next" name={t('schedule.next')} onClick={() => onStep(1)} />
    {onToday && (
      <Button look="plain" onClick={onToday}>
        {t('schedule.today')}
      </Button>
    )}
  </div>
)
