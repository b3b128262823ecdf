/* tree_sweep.c - the sweeps of tree_newton.h for real and complex sigma, from one source */
#include <math.h>
#include <string.h>

#include "tree_newton.h"

typedef double Real;
#if defined(__GNUC__)
typedef GeomsPair Complex;
#define RE(a) ((a)[0])
#define IM(a) ((a)[1])
#else
typedef struct Complex {
    double re, im;
} Complex;
#define RE(a) ((a).re)
#define IM(a) ((a).im)
#endif

/* ---- numbers: of two reals, += r x, += a b, a / b, size, real and imaginary part ---- */

GEOMS_INLINE Real real_of (double re, double im)
{
    (void)im;
    return re;
}
GEOMS_INLINE void real_add (double r, Real x, Real *to) { *to += r * x; }
GEOMS_INLINE void real_add_product (Real a, Real b, Real *to) { *to += a * b; }
GEOMS_INLINE void real_take_product (Real a, Real b, Real *to) { *to -= a * b; }
GEOMS_INLINE Real real_minus (Real a) { return -a; }
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
#if defined(__GNUC__)
GEOMS_INLINE void complex_add (double r, Complex x, Complex *to) { *to += r * x; }
GEOMS_INLINE void complex_add_product (Complex a, Complex b, Complex *to)
{
    const Complex turned = {-b[1], b[0]};
    *to += a[0] * b + a[1] * turned;
}
#else
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
#endif
GEOMS_INLINE void complex_take_product (Complex a, Complex b, Complex *to)
{
    complex_add_product (complex_of (-RE (a), -IM (a)), b, to);
}
GEOMS_INLINE Complex complex_minus (Complex a) { return complex_of (-RE (a), -IM (a)); }
GEOMS_INLINE Complex complex_quotient (Complex a, Complex b)
{
    const double re = RE (b), im = IM (b), x = RE (a), y = IM (a);

    if (fabs (re) >= fabs (im)) {
        const double ratio = im / re, size = re + im * ratio;
        return complex_of ((x + y * ratio) / size, (y - x * ratio) / size);
    }
    const double ratio = re / im, size = re * ratio + im;
    return complex_of ((x * ratio + y) / size, (y * ratio - x) / size);
}
GEOMS_INLINE double complex_size (Complex a) { return fabs (RE (a)) + fabs (IM (a)); }
GEOMS_INLINE void complex_put (Complex a, double *re, double *im, size_t i)
{
    re[i] = RE (a);
    im[i] = IM (a);
}

/* ---- six of them: y += r x, y += a x, y += a r, r.x, a.x ---- */

GEOMS_INLINE void complex_add6 (double r, const Complex *x, Complex *y)
{
    complex_add (r, x[0], y);
    complex_add (r, x[1], y + 1);
    complex_add (r, x[2], y + 2);
    complex_add (r, x[3], y + 3);
    complex_add (r, x[4], y + 4);
    complex_add (r, x[5], y + 5);
}
GEOMS_INLINE void complex_add_product6 (Complex a, const Complex *x, Complex *y)
{
    complex_add_product (a, x[0], y);
    complex_add_product (a, x[1], y + 1);
    complex_add_product (a, x[2], y + 2);
    complex_add_product (a, x[3], y + 3);
    complex_add_product (a, x[4], y + 4);
    complex_add_product (a, x[5], y + 5);
}
GEOMS_INLINE void complex_add_real6 (Complex a, const double *r, Complex *y)
{
    complex_add (r[0], a, y);
    complex_add (r[1], a, y + 1);
    complex_add (r[2], a, y + 2);
    complex_add (r[3], a, y + 3);
    complex_add (r[4], a, y + 4);
    complex_add (r[5], a, y + 5);
}
GEOMS_INLINE Complex complex_dot_product6 (const Complex *a, const Complex *x)
{
    Complex sum = complex_of (0, 0), other = sum;

    complex_add_product (a[0], x[0], &sum);
    complex_add_product (a[1], x[1], &other);
    complex_add_product (a[2], x[2], &sum);
    complex_add_product (a[3], x[3], &other);
    complex_add_product (a[4], x[4], &sum);
    complex_add_product (a[5], x[5], &other);
    complex_add (1, other, &sum);
    return sum;
}
GEOMS_INLINE Complex complex_dot6 (const double *r, const Complex *x)
{
    Complex sum = complex_of (0, 0);

    complex_add (r[0], x[0], &sum);
    complex_add (r[1], x[1], &sum);
    complex_add (r[2], x[2], &sum);
    complex_add (r[3], x[3], &sum);
    complex_add (r[4], x[4], &sum);
    complex_add (r[5], x[5], &sum);
    return sum;
}

/* a GeomsPair is one number where the compiler knows of no pairs */
GEOMS_INLINE void real_add6 (double r, const Real *x, Real *y)
{
    for (int i = 0; i < 6; i += 3 * GEOMS_PAIR) {
        const GeomsPair *from = (const GeomsPair *)(x + i);
        GeomsPair *to = (GeomsPair *)(y + i);

        to[0] += r * from[0];
        to[1] += r * from[1];
        to[2] += r * from[2];
    }
}
GEOMS_INLINE void real_add_product6 (Real a, const Real *x, Real *y) { real_add6 (a, x, y); }
GEOMS_INLINE void real_add_real6 (Real a, const double *r, Real *y) { real_add6 (a, r, y); }
GEOMS_INLINE Real real_dot_product6 (const Real *a, const Real *x) { return geoms_dot6 (a, x); }
GEOMS_INLINE Real real_dot6 (const double *r, const Real *x) { return geoms_dot6 (r, x); }

/* of what forces between a body and its predecessor do */
enum { PSI, X_PART };

#define NUMBER     Real
#define NAME(name) real_##name
#include "tree_sweep.h"
#undef NUMBER
#undef NAME

#define NUMBER     Complex
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
