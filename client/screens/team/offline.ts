import { isOnline } from '#ui/online.ts'

export const OFFLINE = 'only-online' // where the sentence stands

/** For every button that writes: without a network it is off, and says why. */
export const onlineOnly = (): { disabled?: boolean; 'aria-describedby'?: string } =>
  isOnline.value ? {} : { disabled: true, 'aria-describedby': OFFLINE }
