import { signals } from '../../src/platform/observability/signals.js';

let waiting = 0;
signals.waiter.listen(({ change }) => {
  waiting += change;
});

/** How many requests the services of this process hold, since this was loaded. */
export const waiterCount = (): number => waiting;
