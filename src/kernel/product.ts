/** The product's name, as people read it. */
export const PRODUCT = 'Gistboard';

/** The product's name, as files and commands spell it. */
export const PRODUCT_SLUG = 'gistboard';

export const VERSION = '0.1.0';
