import { isOnline } from '#ui/server/online.ts'

export const OFFLINE = 'only-online' // id of the element with the explanation

/** Props of buttons that need the network: disabled offline, described by the explanation. */
export const onlineOnly = (): { disabled?: boolean; 'aria-describedby'?: string } =>
  isOnline.value ? {} : { disabled: true, 'aria-describedby': OFFLINE }
