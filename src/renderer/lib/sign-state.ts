/**
 * `good`: nothing to do. `attention`: the door works; look at it. `danger`: it works, and does harm by
 * it. `stop`: guests cannot be served.
 */
export type SignState = 'good' | 'attention' | 'danger' | 'stop';
