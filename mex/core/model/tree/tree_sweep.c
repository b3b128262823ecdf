/* tree_sweep.c - the sweeps of tree_newton.h for real and complex sigma, from one source */
#include <math.h>
#include <string.h>

#include "tree_newton.h"

typedef double Real;
typedef struct Complex {
    double re, im;
} Complex;

/* ---- numbers: of two reals, += r x, += a b, a / b, size, real and imaginary part ---- */

GEOMS_INLINE Real real_of (double re, double im)
{
    (void)im;
    return re;
}
GEOMS_INLINE void real_add (double r, Real x, Real *to) { *to += r * x; }
GEOMS_INLINE void real_add_product (Real a, Real b, Real *to) { *to += a * b; }
GEOMS_INLINE void real_take_product (Real a, Real b, Real *to) { *to -= a * b; }
GEOMS_INLINE Real real_quotient (Real a, Real b) { return a / b; }
GEOMS_INLINE double real_size (Real a) { return fabs (a); }
GEOMS_INLINE void real_put (Real a, double *re, double *im, size_t i)
{
    (void)im;
    re[i] = a;
}

GEOMS_INLINE Complex complex_of (double re, double im)
{
    const Complex a = {re, im};
    return a;
}
GEOMS_INLINE void complex_add (double r, Complex x, Complex *to)
{
    to->re += r * x.re;
    to->im += r * x.im;
}
GEOMS_INLINE void complex_add_product (Complex a, Complex b, Complex *to)
{
    to->re += a.re * b.re - a.im * b.im;
    to->im += a.re * b.im + a.im * b.re;
}
GEOMS_INLINE void complex_take_product (Complex a, Complex b, Complex *to)
{
    to->re -= a.re * b.re - a.im * b.im;
    to->im -= a.re * b.im + a.im * b.re;
}
GEOMS_INLINE Complex complex_quotient (Complex a, Complex b)
{
    const double ratio = fabs (b.re) >= fabs (b.im) ? b.im / b.re : b.re / b.im;

    if (fabs (b.re) >= fabs (b.im)) {
        const double size = b.re + b.im * ratio;
        return complex_of ((a.re + a.im * ratio) / size, (a.im - a.re * ratio) / size);
    }
    const double size = b.re * ratio + b.im;
    return complex_of ((a.re * ratio + a.im) / size, (a.im * ratio - a.re) / size);
}
GEOMS_INLINE double complex_size (Complex a) { return fabs (a.re) + fabs (a.im); }
GEOMS_INLINE void complex_put (Complex a, double *re, double *im, size_t i)
{
    re[i] = a.re;
    im[i] = a.im;
}

/* of what forces between a body and its predecessor do */
enum { PSI, X_PART };

#define NUMBER Real
#define NAME(name) real_##name
#include "tree_sweep.h"
#undef NUMBER
#undef NAME

#define NUMBER Complex
#define NAME(name) complex_##name
#include "tree_sweep.h"
#undef NUMBER
#undef NAME

int geoms_tree_sweep_factor (GeomsTreeNewton *s, int slot)
{
    return slot == 0 ? real_factor (s, slot) : complex_factor (s, slot);
}

void geoms_tree_sweep_solve (GeomsTreeNewton *s, int slot, int nr, const double *re,
                             const double *im, double *dx_re, double *dx_im)
{
    if (slot == 0)
        real_solve (s, slot, nr, re, re, dx_re, dx_re);
    else
        complex_solve (s, slot, nr, re, im, dx_re, dx_im);
}
